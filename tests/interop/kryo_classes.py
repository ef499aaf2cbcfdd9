"""Java sources of random classes for Kryo: what jobs' own classes look like, and odder. The same for the same seed."""
import random

PACKAGES = 8
# Few, so that subclasses have fields with names of their superclasses. In UTF-16 the last two sort the other way than in UTF-8.
NAMES = ("id", "name", "value", "Value", "a", "A", "a1", "a_b", "b", "c", "data", "items", "$x", "_y", "left", "right", "next", "parent",
         "count", "été", "zone", "x", "y", "z", "key", "tags", "type", "total", "this_", "\uff21", "\U0001d431")
PRIMITIVES = ("boolean", "byte", "short", "char", "int", "long", "float", "double")
BOXED = ("Boolean", "Byte", "Short", "Character", "Integer", "Long", "Float", "Double")
KEYS = ("String", "Integer", "Long", "Short", "Character")  # with hash codes that are the same in each run
LEAVES = (*BOXED, *["String"] * 6, "java.math.BigInteger", "java.math.BigDecimal", "java.util.Date", "java.sql.Date", "java.sql.Time",
          "java.sql.Timestamp", "java.util.UUID", "java.util.Currency", "java.net.URI", "java.util.regex.Pattern", "StringBuilder",
          "StringBuffer", "java.util.BitSet", "java.time.LocalDate", "java.time.LocalTime", "java.time.LocalDateTime",
          "java.time.Instant", "java.time.Duration", "java.time.Period", "java.time.Year", "java.time.YearMonth", "java.time.MonthDay",
          "java.time.ZoneOffset", "java.time.ZoneId", "java.time.OffsetTime", "java.time.OffsetDateTime", "java.time.ZonedDateTime",
          "java.util.OptionalInt", "java.util.OptionalLong", "java.util.OptionalDouble", "java.util.concurrent.atomic.AtomicInteger",
          "java.util.concurrent.atomic.AtomicLong", "java.util.concurrent.atomic.AtomicBoolean", "java.util.TimeZone",
          "java.util.Calendar", "java.util.GregorianCalendar", "java.net.InetSocketAddress", "Class<?>", "java.util.Locale",
          "java.text.SimpleDateFormat", "IllegalStateException", "java.time.DayOfWeek", "java.time.Month",
          "java.util.concurrent.TimeUnit", "java.time.temporal.ChronoUnit", "java.math.RoundingMode")
OF_FLINK_2 = ("java.nio.charset.Charset", "java.net.URL")  # of which Kryo 2 keeps the JDK's own fields
OPEN = ("Object", "Object", "Number", "Comparable", "java.io.Serializable", "CharSequence", "java.time.temporal.Temporal")
COLLECTIONS = (*["List"] * 8, "Collection", "ArrayList", "LinkedList", "Set", "Set", "LinkedHashSet", "Deque", "Queue", "Vector", "Stack")
SORTED_COLLECTIONS = ("TreeSet", "SortedSet", "PriorityQueue", "HashSet")
MAPS = (*["Map"] * 6, "HashMap", "TreeMap", "java.util.concurrent.ConcurrentHashMap", "SortedMap")
MAPS_OF_ANY_KEY = ("Map", "LinkedHashMap")
OPEN_ARGUMENTS = {None: ("Object", "Number", "java.util.Date", "List<String>", "Map<String, Long>", "java.math.BigDecimal"),
                  "Number": ("Number", "java.math.BigDecimal"), "Comparable": ("java.util.Date", "java.math.BigDecimal")}
BOUNDS = {"Number": ("Integer", "Long", "Double"), "Comparable": ("String", "Integer", "java.time.Instant")}


class Class:
    def __init__(self, name, kind, outer=None):
        self.name = name
        self.kind = kind        # class, record, interface, enum
        self.outer = outer
        self.parameters = []    # [(name, bound or None)]
        self.fixed = []         # for each what it stands for wherever that is a final class; None: for open classes only
        self.inner = False      # has an outer object
        self.is_final = self.is_abstract = False
        self.is_collection = False
        self.nested = []

    @property
    def is_open_to_all(self):
        """Whether any class can extend it: no outer objects."""
        return not self.is_final and not self.inner and not (self.outer and self.outer.inner)

    @property
    def source_name(self):
        return f"{self.outer.source_name}.{self.name}" if self.outer else f"{self.package}.{self.name}"

    @property
    def binary_name(self):
        return f"{self.outer.binary_name}${self.name}" if self.outer else f"{self.package}.{self.name}"


class Generator:
    def __init__(self, seed, count, flink_2):
        self.random = random.Random(seed)
        self.flink_2 = flink_2
        self.leaves = LEAVES + (OF_FLINK_2 if flink_2 else ())
        self.classes = []
        while len(self.classes) < count:
            self.declare(len(self.classes))

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, *choices):
        return self.random.choice(choices)

    def declare(self, number):
        outer = self.random.choice(self.classes[-3:]) if self.classes and self.chance(30) else None
        kind = self.random.choices(("class", "enum", "interface", "record"), (80, 9, 4, 10 if self.flink_2 else 0))[0]
        if outer and (outer.kind != "class" or outer.parameters or outer.inner or outer.outer and outer.outer.outer):
            outer = None
        own = Class(f"{kind[0].upper()}{number}", kind, outer)
        own.package = f"generated.p{number % PACKAGES}"
        if kind == "class":
            own.inner = bool(outer) and self.chance(40)
            own.is_final, own.is_abstract = self.pick((False, False), (False, False), (False, False), (True, False), (False, True))
        if kind in ("class", "record") and not own.inner and self.chance(20):
            self.declare_parameters(own, number)
        self.classes.append(own)
        if outer:
            outer.nested.append(own)

    def declare_parameters(self, own, number):
        """In an object whose variables stand for final classes Kryo takes them for those in all objects below, unless it is told
        otherwise; Kryo 2 goes by their names, and keeps them for later values. Where that is wrong, Flink writes garbage or the
        process crashes. So each variable stands for one final class or for none, and for Kryo 2 has a name of its own."""
        suffix = "" if self.flink_2 else str(number)
        own.parameters = [(name + suffix, self.pick(None, None, "Number", "Comparable")) for name in self.pick("T", "TU", "KV", "TE")]
        own.fixed = [self.random.choice(BOUNDS[bound] if bound else ("String", "Integer", "java.time.Instant"))
                     if self.chance(50) else None for _, bound in own.parameters]

    def write(self, folder):
        """Writes the sources; returns the binary names of the classes."""
        for own in self.classes:
            if not own.outer:
                path = folder / own.package.replace(".", "/") / f"{own.name}.java"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"package {own.package};\n\nimport java.util.*;\n\n{self.source(own)}", encoding="utf-8")
        return [own.binary_name for own in self.classes]

    def source(self, own):
        head = {"class": self.class_head, "enum": self.enum, "interface": lambda _: "interface {name} {{", "record": self.record}
        static = "static " if own.outer and not own.inner and own.kind != "record" else ""
        text = "public " + static + head[own.kind](own).replace("{name}", own.name).replace("{{", "{") + "\n"
        if own.kind == "class":
            text += "".join(f"    {line}\n" for line in self.fields(own))
            text += "".join("    " + line + "\n" for nested in own.nested for line in self.source(nested).splitlines())
        return text + "}\n"

    # ---- Heads

    def class_head(self, own):
        head = ("final " if own.is_final else "abstract " if own.is_abstract else "") + "class {name}" + self.parameters(own)
        extends = self.superclass(own)
        interfaces = [c.source_name for c in self.classes if c.kind == "interface" and not c.outer]
        implements = f" implements {self.random.choice(interfaces)}" if interfaces and self.chance(15) else ""
        return f"{head}{extends}{implements} {{{{"

    def superclass(self, own):
        if not own.inner and not own.is_abstract and self.chance(3):
            own.is_collection = True
            if own.parameters:
                return f" extends ArrayList<{own.parameters[0][0]}>" if len(own.parameters) == 1 else ""
            return self.pick(" extends ArrayList<String>", " extends HashMap<String, Long>", " extends LinkedHashMap<String, Long>")
        before = [c for c in self.classes[:self.classes.index(own)]
                  if c.kind == "class" and c.is_open_to_all and not is_around(own, c)
                  and not (c.is_collection and (own.inner or own.parameters))]
        if not before or self.chance(45):
            return ""
        base = self.random.choice(before[-60:])
        own.is_collection = base.is_collection
        return f" extends {base.source_name}{self.arguments_for(base, own)}"

    def parameters(self, own):
        if not own.parameters:
            return ""
        bounds = {None: "", "Number": " extends Number", "Comparable": " extends Comparable<{0}>"}
        return "<" + ", ".join(name + bounds[bound].format(name) for name, bound in own.parameters) + ">"

    def arguments_for(self, base, own):
        """Type arguments with which a class extends another."""
        if not base.parameters or self.can_be_raw(base) and self.chance(10):
            return ""
        return f"<{', '.join(self.argument_of(base, i, own) for i in range(len(base.parameters)))}>"

    def argument_of(self, other, index, own):
        """What a parameter of another class stands for in one."""
        bound, fixed = other.parameters[index][1], other.fixed[index]
        fitting = [name for (name, its), its_fixed in zip(own.parameters, own.fixed)
                   if its == bound and its_fixed == fixed]
        if fitting and self.chance(50):
            return self.random.choice(fitting)
        return fixed or self.random.choice(OPEN_ARGUMENTS[bound])

    def enum(self, own):
        constants = [self.pick("RED", "GREEN", "blue", "Ä", "X") + str(i) for i in range(self.random.randrange(1, 6))]
        own.with_bodies = self.chance(40)
        if own.with_bodies:
            constants = [f"{c} {{ int weight() {{ return {i}; }} }}" if i % 2 == 0 else c for i, c in enumerate(constants)]
            return "enum {name} {{ " + ", ".join(constants) + "; int weight() { return -1; }"
        return "enum {name} {{ " + ", ".join(constants)

    def record(self, own):
        components = [f"{self.type(own)} {name}" for name in self.field_names() if name not in ("this_",)]
        return f"record {{name}}{self.parameters(own)}({', '.join(components)}) {{{{"

    # ---- Fields

    def field_names(self):
        return self.random.sample(NAMES, self.random.randrange(0, 8))

    def fields(self, own):
        for name in self.field_names():
            declared = self.type(own)
            access = self.pick("public ", "private ", "protected ", "")
            if self.chance(6):
                yield f"{access}transient {declared} {name};"
            elif self.chance(6):
                yield f"{access}{'static ' if self.pick(0, 1) else 'static final '}int {name} = 7;"
            elif self.chance(8):
                yield f"{access}final {declared} {name} = {empty(declared)};"
            else:
                yield f"{access}{declared} {name};"

    def type(self, own, depth=0):
        choice = self.random.randrange(100)
        if choice < 18:
            return self.random.choice(PRIMITIVES)
        if choice < 42:
            return self.random.choice(self.leaves)
        if choice < 47:
            return self.random.choice(OPEN)
        if choice < 57:
            return self.array(own, depth)
        if choice < 62 and self.variables(own):
            return self.random.choice(self.variables(own))
        return self.reference(own, depth)

    def reference(self, own, depth):
        choice = self.random.randrange(100)
        if choice < 28:
            return self.collection(own, depth)
        if choice < 48:
            return self.map(own, depth)
        if choice < 53 and (depth == 0 or self.flink_2):  # Kryo 2 writes elements by what came before them
            return f"Optional<{self.argument(own, depth + 1) if self.flink_2 else 'String'}>"
        if choice < 56:
            return f"java.util.concurrent.atomic.AtomicReference<{self.random.choice(OPEN_ARGUMENTS[None])}>"
        return self.generated(own, plain=depth > 0 and not self.flink_2)

    def variables(self, own):
        return [name for name, _ in own.parameters]

    def generated(self, own, plain):
        other = self.random.choice([c for c in self.classes if not c.parameters] if plain else self.classes)
        if not other.parameters or self.can_be_raw(other) and self.chance(10):
            return other.source_name
        if self.can_be_raw(other) and self.chance(15):
            return f"{other.source_name}<{', '.join('?' for _ in other.parameters)}>"
        return f"{other.source_name}<{', '.join(self.argument_of(other, i, own) for i in range(len(other.parameters)))}>"

    def can_be_raw(self, other):
        return not any(other.fixed)

    def argument(self, own, depth):
        """A type argument."""
        choice = self.random.randrange(100)
        if choice < 6:
            return "Object"
        if choice < 45 or depth > 2:
            return self.random.choice(self.leaves)
        if choice < 50:
            return self.plain_array()
        if choice < 60 and self.variables(own):
            return self.random.choice(self.variables(own))
        return self.reference(own, depth)

    def wild(self, text):
        return self.pick("?", f"? extends {text}") if self.chance(12) and not text.endswith("]") else text

    def array(self, own, depth):
        if self.variables(own) and self.chance(10):
            return self.random.choice(self.variables(own)) + "[]"
        return self.reference(own, depth) + self.pick("[]", "[][]") if self.chance(25) else self.plain_array()

    def plain_array(self):
        """One without type arguments or variables, which Kryo writes wrongly where the array is itself a type argument."""
        plain = [c for c in self.classes if not c.parameters]
        element = self.pick(*PRIMITIVES, *PRIMITIVES, *BOXED, "String", "String", "Object", "java.time.Instant", "Number") \
            if self.chance(70) else self.random.choice(plain).source_name
        return element + self.pick("[]", "[]", "[]", "[][]")

    def collection(self, own, depth):
        if self.chance(12):
            return self.pick("List", "Collection", "ArrayList")  # raw
        if self.chance(12):
            return f"{self.random.choice(SORTED_COLLECTIONS)}<{self.random.choice(KEYS)}>"
        enums = [c for c in self.classes if c.kind == "enum"]
        if enums and self.chance(6):
            return f"EnumSet<{self.random.choice(enums).source_name}>"
        raw = self.random.choice(COLLECTIONS)
        element = self.key(own) if "Set" in raw else self.argument(own, depth + 1)
        return f"{raw}<{self.wild(element)}>"

    def key(self, own):
        """What can lie in a set: its equals looks at no other object."""
        enums = [c.source_name for c in self.classes if c.kind in ("enum", "class") and not c.parameters]
        return self.pick(*KEYS, *KEYS, "java.util.UUID", "java.time.Instant", "Object", *self.random.sample(enums, min(4, len(enums))))

    def map(self, own, depth):
        enums = [c for c in self.classes if c.kind == "enum"]
        if self.chance(8):
            return self.pick("Map", "HashMap")
        value = self.argument(own, depth + 1)
        if enums and self.chance(7):
            return f"EnumMap<{self.random.choice(enums).source_name}, {value}>"
        if self.chance(70):
            return f"{self.random.choice(MAPS)}<{self.random.choice(KEYS)}, {self.wild(value)}>"
        return f"{self.random.choice(MAPS_OF_ANY_KEY)}<{self.wild(self.key(own))}, {value}>"


def is_around(own, other):
    """Whether one is the other or lies in it."""
    return own is other or bool(own.outer) and is_around(own.outer, other) or bool(other.outer) and is_around(other.outer, own)


def empty(declared):
    return {"boolean": "false", "char": "'c'"}.get(declared, "0" if declared in PRIMITIVES else "null")


def generate(folder, seed, count, flink_2):
    return Generator(seed, count, flink_2).write(folder)
