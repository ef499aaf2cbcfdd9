package sp.interop;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The type of a serializer that exists already, for interfaces that ask for a type. */
public final class SerializerType<T> extends SerializerTypeBase<T> {
    public SerializerType(TypeSerializer<T> serializer) {
        super(serializer);
    }

    @Override
    public TypeSerializer<T> createSerializer(ExecutionConfig config) {
        return serializer.duplicate();
    }
}
