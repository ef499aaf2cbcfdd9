package sp.interop.read;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import sp.interop.Versions;

/**
 * The RuntimeContext that an input format wants, for use without a job: subtask 0 of so many. Its methods moved between
 * interfaces from version to version, so that a proxy answers them by name.
 */
final class ReadingContext implements InvocationHandler {
    private final int parallelism;

    private ReadingContext(int parallelism) {
        this.parallelism = parallelism;
    }

    static RuntimeContext of(int parallelism) {
        return (RuntimeContext) new ReadingContext(parallelism).proxy(RuntimeContext.class);
    }

    private Object proxy(Class<?> type) {
        return Proxy.newProxyInstance(ReadingContext.class.getClassLoader(), new Class<?>[] {type}, this);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "getTaskInfo":
            case "getJobInfo":
                return proxy(method.getReturnType());
            case "getNumberOfParallelSubtasks":
            case "getMaxNumberOfParallelSubtasks":
                return parallelism;
            case "getIndexOfThisSubtask":
            case "getAttemptNumber":
                return 0;
            case "getTaskName":
            case "getTaskNameWithSubtasks":
            case "getAllocationIDAsString":
            case "getJobName":
            case "toString":
                return "reader";
            case "getJobId":
                return new JobID();
            case "getUserCodeClassLoader":
                return ReadingContext.class.getClassLoader();
            case "getMetricGroup":
                return UnregisteredMetricsGroup.createOperatorMetricGroup();
            case "getExecutionConfig":
                return new ExecutionConfig();
            case "createSerializer":
                return Versions.serializer((TypeInformation<?>) arguments[0]);
            case "isObjectReuseEnabled":
                return false;
            case "registerUserCodeClassLoaderReleaseHookIfAbsent":
                return null;
            default:
                throw new UnsupportedOperationException(method.toString());
        }
    }
}
