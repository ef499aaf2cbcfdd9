package sp.interop.connectors;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Calls what connectors do not show, or what has other parameters in other versions. */
final class Secret {
    private Secret() {}

    static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName("org.apache.flink." + name);
    }

    /** By the first constructor that takes so many of these. */
    static <T> T make(String type, Object... arguments) throws Exception {
        return make(type(type), arguments);
    }

    @SuppressWarnings("unchecked")
    static <T> T make(Class<?> type, Object... arguments) throws Exception {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (takes(constructor, arguments)) {
                constructor.setAccessible(true);
                return (T) constructor.newInstance(arguments);
            }
        }
        throw new NoSuchMethodException(type + " of " + Arrays.toString(arguments));
    }

    static <T> T call(Object object, String name, Object... arguments) throws Exception {
        return invoke(object.getClass(), object, name, arguments);
    }

    static <T> T callStatic(Class<?> type, String name, Object... arguments) throws Exception {
        return invoke(type, null, name, arguments);
    }

    @SuppressWarnings("unchecked")
    private static <T> T invoke(Class<?> type, Object object, String name, Object... arguments) throws Exception {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (method.getName().equals(name) && takes(method, arguments)) {
                    method.setAccessible(true);
                    try {
                        return (T) method.invoke(object, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() instanceof Exception cause ? cause : e;
                    }
                }
            }
        }
        throw new NoSuchMethodException(type + "." + name);
    }

    private static boolean takes(Executable executable, Object[] arguments) {
        Class<?>[] types = executable.getParameterTypes();
        if (types.length != arguments.length) {
            return false;
        }
        for (int i = 0; i < types.length; ++i) {
            Class<?> type = types[i].isPrimitive() ? java.lang.invoke.MethodType.methodType(types[i]).wrap().returnType() : types[i];
            if (arguments[i] == null ? types[i].isPrimitive() : !type.isInstance(arguments[i])) {
                return false;
            }
        }
        return true;
    }
}
