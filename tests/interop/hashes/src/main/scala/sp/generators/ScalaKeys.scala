package sp.generators

import java.util.function.Supplier
import org.apache.flink.api.common.typeinfo.TypeInformation
import org.apache.flink.api.scala._

case class Point(x: Double, y: Float, n: Long, flag: Boolean, name: String, letter: Char, b: Byte, s: Short, i: Int)
case class Line(from: Point, to: Option[Point], pair: (Int, Long), names: Option[String])
case class Name(text: String, next: Either[String, Long])

object Weekday extends Enumeration {
  val Monday, Tuesday, Wednesday = Value
}

/** Keys of Flink's Scala API. */
object ScalaKeys {
  private val Recipe = "{\"recipe\":\"scala-product\"}"

  def lines(): java.util.List[String] = {
    val out = new java.util.ArrayList[String]
    def keys[T](recipe: String, information: TypeInformation[T])(next: Draw => T): Unit =
      out.add(Lines.of(recipe, information, new Supplier[T] {
        private val draw = new Draw(out.size)
        override def get(): T = next(draw)
      }))
    keys(null, createTypeInformation[(String, Int)])(d => (d.string, d.number.toInt))
    keys(null, createTypeInformation[(Int, Long)])(d => (d.number.toInt, d.number))
    keys(null, createTypeInformation[(Double, Double)])(d => (d.float64, d.float64))
    keys(null, createTypeInformation[(Long, Float, Boolean, Char)])(d => (d.number, d.float32, d.bool, d.number.toChar))
    keys(null, createTypeInformation[Option[Long]])(d => Option(d.number).filter(_ => d.bool))
    keys(null, createTypeInformation[Option[(String, Double)]])(d => Option((d.string, d.float64)).filter(_ => d.bool))
    keys(null, createTypeInformation[Either[String, Long]])(d => if (d.bool) Left(d.string) else Right(d.number))
    keys(null, createTypeInformation[Weekday.Value])(d => Weekday(d.below(3)))
    keys(null, createTypeInformation[Unit])(_ => ())
    keys(Recipe, createTypeInformation[Point])(point)
    keys(Recipe, createTypeInformation[Line])(d =>
      Line(point(d), Option(point(d)).filter(_ => d.bool), (d.number.toInt, d.number), Option(d.string).filter(_ => d.bool)))
    keys(Recipe, createTypeInformation[Name])(d => Name(d.string, if (d.bool) Left(d.string) else Right(d.number)))
    keys(Recipe, createTypeInformation[(Name, Int)])(d => (Name(d.string, Left(d.string)), d.number.toInt))
    out
  }

  private def point(d: Draw): Point = Point(d.float64, d.float32, d.number, d.bool, d.string, d.number.toChar, d.number.toByte,
    d.number.toShort, d.number.toInt)
}
