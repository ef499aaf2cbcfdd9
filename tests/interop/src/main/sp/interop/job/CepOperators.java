package sp.interop.job;

import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.cep.CEP;
import org.apache.flink.cep.functions.PatternProcessFunction;
import org.apache.flink.cep.nfa.aftermatch.AfterMatchSkipStrategy;
import org.apache.flink.cep.pattern.Pattern;
import org.apache.flink.cep.pattern.conditions.IterativeCondition;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.util.Collector;
import sp.interop.Json;
import sp.interop.Versions;

/**
 * Pattern operators: {"skip": whether a match discards others that it overlaps}. An element is `first`, `more` or `last` if its n ends
 * in 1, 2 or 3. A match is a first, any number of more, and a last with the tens of the first, within 10 seconds. Matches go to the
 * outputs.
 */
final class CepOperators {
    private static final long WITHIN = 10_000;

    private CepOperators() {}

    static void add(OperatorSpec operator, KeyedStream<Command, Object> elements, String job) {
        AfterMatchSkipStrategy skip = Json.flag(operator.node(), "skip")
                ? AfterMatchSkipStrategy.skipPastLastEvent() : AfterMatchSkipStrategy.noSkip();
        Pattern<Command, Command> pattern = Pattern.<Command>begin("first", skip).where(new EndsIn(1))
                .followedBy("more").where(new EndsIn(2)).oneOrMore().optional()
                .followedBy("last").where(new EndsIn(3)).where(new AsTheFirst());
        CEP.pattern(elements, Versions.within(pattern, WITHIN))
                .process(new Matched(operator.uid(), job), Types.STRING)
                .uid(operator.uid()).name(operator.uid());
    }

    private static final class EndsIn extends IterativeCondition<Command> {
        private static final long serialVersionUID = 1;

        private final int digit;

        EndsIn(int digit) {
            this.digit = digit;
        }

        @Override
        public boolean filter(Command element, Context<Command> context) {
            return element.n % 10 == digit;
        }
    }

    private static final class AsTheFirst extends IterativeCondition<Command> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean filter(Command element, Context<Command> context) throws Exception {
            for (Command first : context.getEventsForPattern("first")) {
                return first.n / 10 == element.n / 10;
            }
            return false;
        }
    }

    private static final class Matched extends PatternProcessFunction<Command, String> {
        private static final long serialVersionUID = 1;

        private final String uid;
        private final String job;

        Matched(String uid, String job) {
            this.uid = uid;
            this.job = job;
        }

        @Override
        public void processMatch(Map<String, List<Command>> match, Context context, Collector<String> out) {
            StringBuilder line = new StringBuilder(uid + " match of " + match.get("first").get(0).key + ":");
            for (String name : new String[] {"first", "more", "last"}) {
                line.append(' ').append(name);
                match.getOrDefault(name, List.of()).forEach(element -> line.append(' ').append(element.n));
            }
            Outputs.add(job, line.toString());
        }
    }
}
