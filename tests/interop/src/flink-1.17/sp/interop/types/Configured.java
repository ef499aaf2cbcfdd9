package sp.interop.types;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Serializers as a job makes them that sets nothing else. */
final class Configured {
    private Configured() {}

    static <T> TypeSerializer<T> serializer(TypeInformation<T> type, Class<?>... registeredPojos) {
        ExecutionConfig config = new ExecutionConfig();
        for (Class<?> pojo : registeredPojos) {
            config.registerPojoType(pojo);
        }
        return type.createSerializer(config);
    }
}
