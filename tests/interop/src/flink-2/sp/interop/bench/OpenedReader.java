package sp.interop.bench;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.state.api.functions.KeyedStateReaderFunction;

/** Reads keys; open() takes another argument in Flink 1. */
abstract class OpenedReader<K, T> extends KeyedStateReaderFunction<K, T> {
    private static final long serialVersionUID = 1;

    @Override
    public final void open(OpenContext context) {
        declareStates();
    }

    abstract void declareStates();
}
