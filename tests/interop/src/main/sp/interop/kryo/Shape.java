package sp.interop.kryo;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A declared type with all its type arguments known: a variable or wildcard is what bounds it, where nothing tells more. */
final class Shape {
    static final Shape OBJECT = new Shape(Object.class, List.of(), null, false);

    final Class<?> raw;
    final List<Shape> arguments;
    /** Of arrays. */
    final Shape component;
    /** Whether the class stands in the declaration itself, not in a type argument. */
    final boolean plain;

    private Shape(Class<?> raw, List<Shape> arguments, Shape component, boolean plain) {
        this.raw = raw;
        this.arguments = arguments;
        this.component = component;
        this.plain = plain;
    }

    static Shape of(Class<?> type) {
        return of(type, Map.of());
    }

    Shape argument(int index) {
        return index < arguments.size() ? arguments.get(index) : OBJECT;
    }

    /** The types of the instance fields of `type`, a class that an object of this shape can have; the most derived class's come first. */
    Map<Field, Shape> fields(Class<?> type) {
        Map<Field, Shape> shapes = new java.util.LinkedHashMap<>();
        Map<TypeVariable<?>, Shape> known = variables(type);
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                shapes.put(field, of(field.getGenericType(), known));
            }
            known = above(at, known);
        }
        return shapes;
    }

    Shape component(RecordComponent component) {
        return of(component.getGenericType(), variables(component.getDeclaringRecord()));
    }

    /** Whether objects of `type`, a class with no type parameters, are of this shape. */
    boolean isBaseOf(Class<?> type) {
        if (!raw.isAssignableFrom(type) || type.getTypeParameters().length > 0) {
            return false;
        }
        if (arguments.isEmpty()) {
            return true;
        }
        Map<TypeVariable<?>, Shape> known = Map.of();
        for (Class<?> at = type; at != Object.class; at = at.getSuperclass()) {
            if (at == raw) {
                for (int i = 0; i < arguments.size(); ++i) {
                    if (!arguments.get(i).toString().equals(String.valueOf(known.get(raw.getTypeParameters()[i])))) {
                        return false;
                    }
                }
                return true;
            }
            known = above(at, known);
        }
        return false;
    }

    @Override
    public String toString() {
        return raw.getName() + arguments;
    }

    private Map<TypeVariable<?>, Shape> variables(Class<?> type) {
        Map<TypeVariable<?>, Shape> known = new HashMap<>();
        for (int i = 0; type == raw && i < arguments.size(); ++i) {
            known.put(type.getTypeParameters()[i], arguments.get(i));
        }
        return known;
    }

    private static Map<TypeVariable<?>, Shape> above(Class<?> type, Map<TypeVariable<?>, Shape> known) {
        Map<TypeVariable<?>, Shape> above = new HashMap<>();
        if (type.getGenericSuperclass() instanceof ParameterizedType) {
            Type[] arguments = ((ParameterizedType) type.getGenericSuperclass()).getActualTypeArguments();
            for (int i = 0; i < arguments.length; ++i) {
                above.put(type.getSuperclass().getTypeParameters()[i], inner(arguments[i], known));
            }
        }
        return above;
    }

    private static Shape inner(Type type, Map<TypeVariable<?>, Shape> known) {
        Shape shape = of(type, known);
        return new Shape(shape.raw, shape.arguments, shape.component, false);
    }

    private static Shape of(Type type, Map<TypeVariable<?>, Shape> known) {
        if (type instanceof Class) {
            Class<?> raw = (Class<?>) type;
            return new Shape(raw, List.of(), raw.isArray() ? of(raw.getComponentType(), known) : null, true);
        }
        if (type instanceof ParameterizedType) {
            Class<?> raw = (Class<?>) ((ParameterizedType) type).getRawType();
            List<Shape> arguments = new ArrayList<>();
            for (Type argument : ((ParameterizedType) type).getActualTypeArguments()) {
                Shape shape = inner(argument, known);
                boolean bounded = argument instanceof WildcardType && shape.raw == Object.class;
                arguments.add(bounded ? inner(raw.getTypeParameters()[arguments.size()], Map.of()) : shape);
            }
            return new Shape(raw, arguments, null, true);
        }
        if (type instanceof GenericArrayType) {
            Shape component = of(((GenericArrayType) type).getGenericComponentType(), known);
            return new Shape(Array.newInstance(component.raw, 0).getClass(), List.of(), component, component.plain);
        }
        if (type instanceof WildcardType) {
            return inner(((WildcardType) type).getUpperBounds()[0], known);
        }
        Shape bound = known.get(type);
        if (bound == null) {
            Type first = ((TypeVariable<?>) type).getBounds()[0];
            bound = of(first instanceof ParameterizedType ? ((ParameterizedType) first).getRawType() : first, known);
        }
        return new Shape(bound.raw, bound.arguments, bound.component, false);
    }
}
