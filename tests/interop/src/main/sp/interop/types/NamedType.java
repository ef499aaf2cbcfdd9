package sp.interop.types;

import java.util.function.LongFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import sp.interop.SerializerType;
import sp.interop.Versions;

/** A type that scripts can name, and its values: sample(n) is the same for the same n, and mostly another for another n. */
public final class NamedType {
    public final String name;
    private final TypeInformation<Object> information;
    private final LongFunction<?> sampler;

    @SuppressWarnings("unchecked")
    public <T> NamedType(String name, TypeInformation<T> information, LongFunction<T> sampler) {
        this.name = name;
        this.information = (TypeInformation<Object>) information;
        this.sampler = sampler;
    }

    <T> NamedType(String name, TypeSerializer<T> serializer, LongFunction<T> sampler) {
        this(name, new SerializerType<>(serializer), sampler);
    }

    public TypeInformation<Object> information() {
        return information;
    }

    public TypeSerializer<Object> serializer() {
        return Versions.serializer(information);
    }

    public Object sample(long n) {
        return sampler.apply(n);
    }
}
