package sp.interop.hashes;

import java.util.function.Function;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import sp.interop.Versions;

/** A type of keys: `schema` is JSON of sp-schema(5), `hash` is the recipe there or null. */
final class KeyType {
    final String schema;
    final String hash;
    private final TypeSerializer<Object> serializer;
    private final Function<Draw, ?> values;

    @SuppressWarnings("unchecked")
    <T> KeyType(String schema, String hash, TypeSerializer<T> serializer, Function<Draw, T> values) {
        this.schema = schema;
        this.hash = hash;
        this.serializer = (TypeSerializer<Object>) serializer;
        this.values = values;
    }

    /** A type whose hash needs no recipe. */
    static <T> KeyType of(String words, TypeSerializer<T> serializer, Function<Draw, T> values) {
        return new KeyType('"' + words + '"', null, serializer, values);
    }

    static <T> KeyType of(String words, TypeInformation<T> information, Function<Draw, T> values) {
        return of(words, Versions.serializer(information), values);
    }

    TypeSerializer<Object> serializer() {
        return serializer;
    }

    Object draw(Draw from) {
        return values.apply(from);
    }
}
