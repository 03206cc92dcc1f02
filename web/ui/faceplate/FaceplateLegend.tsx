import { Shape } from '../shapes/Shape.tsx'
import { text } from '../text.ts'
import css from './cells.module.css'
import type { BoxSize } from './geometry.ts'
import { PortGlyph } from './glyphs.tsx'
import { ownSample } from './labels.ts'
import { lineLook, lookNames, portLook } from '@hilo/domain/port-look.ts'
import { countLooks, type FaceplatePort } from './port-look.ts'

interface FaceplateLegendProps {
  ports: readonly FaceplatePort[]
  total: BoxSize
  /** Number of the port being worked on. */
  working?: number | undefined
}

/** Number of lines with and without light: "11 en línea · 1 sin luz · 1 apagado · n.º 12 en negrita: tu operador". */
export function FaceplateLegend({ ports, total, working }: FaceplateLegendProps) {
  return (
    <ul className={`${css.legend} ${css.counts}`}>
      {countLooks(ports, total).map(([name, count]) => {
        const look = lineLook(name)
        return (
          look && (
            <li key={name}>
              <Shape kind={look.sign} tone={look.color} size={10} />
              {text(`faceplate.count.${name}`, { count })}
            </li>
          )
        )
      })}
      <Own number={ownSample(ports, total, working)} />
    </ul>
  )
}

/** Legend of every glyph in this CTO, and in its drawing `beside`; with `counts`, also how many there are. */
export function FaceplateKey({
  ports,
  total,
  working,
  counts = false,
  beside = [],
}: FaceplateLegendProps & { counts?: boolean; beside?: readonly FaceplatePort[] }) {
  const drawn = [...ports, ...beside]
  const marks = new Map(drawn.flatMap((port) => portLook(port).mark ?? []).map((mark) => [mark.label, mark]))
  const count = new Map(countLooks(ports, total))
  const others = new Set(beside.map((port) => portLook(port).name))
  return (
    <ul className={css.legend}>
      {lookNames
        .filter((name) => count.has(name) || others.has(name))
        .map((name) => (
          <li key={name}>
            <PortGlyph look={name} />
            {counts ? text(`faceplate.count.${name}`, { count: count.get(name) ?? 0 }) : text(`faceplate.look.${name}`)}
          </li>
        ))}
      {[...marks.values()].map((mark) => (
        <li key={mark.label}>
          <PortGlyph look="lit" mark={mark} />
          {text(mark.label)}
        </li>
      ))}
      <Own number={ownSample(drawn, total, working)} />
    </ul>
  )
}

function Own({ number }: { number: number | undefined }) {
  if (number === undefined) return null
  return (
    <li>
      <b className="bold accent">{text('faceplate.number', { port: number })}</b>
      {text('faceplate.own.key')}
    </li>
  )
}
