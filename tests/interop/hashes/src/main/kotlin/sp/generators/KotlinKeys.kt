package sp.generators

/** With defaults and `var`, a data class is a POJO to Flink. */
data class KotlinKey(
    var name: String? = null,
    var id: Long = 0,
    var active: Boolean = false,
    var agreed: Boolean? = null,
    var ratio: Double = 0.0,
    var weight: Float? = null,
    var marks: IntArray = IntArray(0),
    var level: Int = 0,
)
