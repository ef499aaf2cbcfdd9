package sp.interop.bench;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.state.api.functions.KeyedStateReaderFunction;

/** Reads keys; open() takes another argument in Flink 2. */
abstract class OpenedReader<K, T> extends KeyedStateReaderFunction<K, T> {
    private static final long serialVersionUID = 1;

    @Override
    public final void open(Configuration configuration) {
        declareStates();
    }

    abstract void declareStates();
}
