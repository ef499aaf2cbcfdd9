package sp.interop;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** All of SerializerType but the method whose parameter differs between versions of Flink. */
abstract class SerializerTypeBase<T> extends TypeInformation<T> {
    protected final TypeSerializer<T> serializer;

    SerializerTypeBase(TypeSerializer<T> serializer) {
        this.serializer = serializer;
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    /** Nobody asks for more than that there is a class. */
    @Override
    @SuppressWarnings("unchecked")
    public Class<T> getTypeClass() {
        return (Class<T>) Object.class;
    }

    @Override
    public boolean isKeyType() {
        return true;
    }

    @Override
    public String toString() {
        return serializer.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SerializerTypeBase && serializer.equals(((SerializerTypeBase<?>) other).serializer);
    }

    @Override
    public int hashCode() {
        return serializer.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof SerializerTypeBase;
    }
}
