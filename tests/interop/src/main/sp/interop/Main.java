package sp.interop;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Main FOLDER: obeys one request a line of stdin, {"do": COMMAND, …}, and answers each with one line on stdout, {"ok": true, …} or
 * {"ok": false, "error"}. Main FOLDER COMMAND NAME=VALUE…: obeys one and ends. FOLDER takes temporary files and checkpoints.
 */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            System.err.println("usage: Main FOLDER [COMMAND NAME=VALUE...]");
            System.exit(2);
        }
        PrintStream answers = System.out;
        System.setOut(System.err);  // for whatever a library prints
        boolean ok = true;
        try (Cluster cluster = new Cluster(arguments[0])) {
            Commands commands = new Commands(cluster);
            if (arguments.length > 1) {
                ok = answer(commands, fromArguments(arguments).toString(), answers);
            } else {
                BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
                for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                    if (!line.isBlank()) {
                        answer(commands, line, answers);
                    }
                }
            }
        }
        System.exit(ok ? 0 : 1);
    }

    private static JsonNode fromArguments(String[] arguments) {
        ObjectNode request = Json.object().put("do", arguments[1]);
        for (int i = 2; i < arguments.length; ++i) {
            int equals = arguments[i].indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("not NAME=VALUE: " + arguments[i]);
            }
            request.put(arguments[i].substring(0, equals), arguments[i].substring(equals + 1));
        }
        return request;
    }

    private static boolean answer(Commands commands, String request, PrintStream answers) {
        ObjectNode answer = Json.object();
        try {
            commands.run(Json.parse(request), answer);
            answer.put("ok", true);
        } catch (Exception | LinkageError e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            answer.put("ok", false).put("error", e.toString()).put("trace", trace.toString());
        }
        answers.println(answer);
        answers.flush();
        return answer.get("ok").asBoolean();
    }
}
