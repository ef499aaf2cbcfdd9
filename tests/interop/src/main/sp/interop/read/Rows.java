package sp.interop.read;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.runtime.state.ttl.TtlValue;
import sp.interop.ValueJson;

/** Lines of truth.ndjson, of one operator. TTL wrappers become the member ttl_ts. */
final class Rows {
    private final String uid;
    private final Consumer<String> out;

    Rows(String uid, Consumer<String> out) {
        this.uid = uid;
        this.out = out;
    }

    void value(String state, String kind, Object key, Object namespace, Object value) {
        put(state, kind, key, namespace, "", value);
    }

    void entry(String state, String kind, Object key, Object namespace, Object mapKey, Object value) {
        put(state, kind, key, namespace, ",\"map_key\":" + ValueJson.of(mapKey), value);
    }

    private void put(String state, String kind, Object key, Object namespace, String mapKey, Object value) {
        Object plain = value;
        Object ttl = null;
        if (value instanceof TtlValue) {
            plain = ((TtlValue<?>) value).getUserValue();
            ttl = ((TtlValue<?>) value).getLastAccessTimestamp();
        } else if (value instanceof List && !((List<?>) value).isEmpty() && ((List<?>) value).get(0) instanceof TtlValue) {
            List<Object> values = new ArrayList<>();
            List<Object> times = new ArrayList<>();
            for (Object element : (List<?>) value) {
                values.add(((TtlValue<?>) element).getUserValue());
                times.add(((TtlValue<?>) element).getLastAccessTimestamp());
            }
            plain = values;
            ttl = times;
        }
        out.accept("{\"uid\":" + ValueJson.of(uid) + ",\"state\":" + ValueJson.of(state) + ",\"kind\":\"" + kind + "\",\"key\":"
                + ValueJson.of(key) + ",\"namespace\":" + ValueJson.of(namespace) + mapKey + ",\"value\":" + ValueJson.of(plain)
                + (ttl == null ? "" : ",\"ttl_ts\":" + ValueJson.of(ttl)) + "}");
    }
}
