package sp.interop.read;

import java.util.stream.Stream;
import org.apache.flink.api.java.tuple.Tuple2;

/** The entries of one keyed state, in a restored backend. */
interface KeyedEntries {
    /** What `print` is called with. */
    Stream<Tuple2<Object, Object>> keysAndNamespaces();

    /** With the backend's current key set to `key`. */
    void print(Object key, Object namespace, Rows rows) throws Exception;
}
