import { neighbourLook, type Shown } from '@hilo/domain/neighbour-look.ts'
import { Shape } from '../shapes/Shape.tsx'
import { text } from '../text.ts'
import css from './cells.module.css'
import type { BoxSize } from './geometry.ts'
import { PortGlyph } from './glyphs.tsx'
import { ownSample } from './labels.ts'
import { countLooks, portLook, type FaceplatePort, type LookName } from './port-look.ts'

interface FaceplateLegendProps {
  ports: readonly FaceplatePort[]
  total: BoxSize
  /** Number of the port worked on. */
  working?: number | undefined
}

/** Class of a neighbour whose look the light of a line takes in the legend. */
const sameAs: Partial<Record<LookName, Shown>> = {
  lit: { class: 'igual' },
  weak: { class: 'degradado' },
  degraded: { class: 'degradado' },
  degraded_hard: { class: 'degradado', level: 'bloqueo' },
  cut: { class: 'desconectado' },
  off: { class: 'apagado' },
  dark_before: { class: 'igual', preexisting: true },
  doubtful: { class: 'no_concluyente' },
  silent: { class: 'no_concluyente' },
  unread: { class: 'no_concluyente' },
}

/** How many lines have light and how many do not: "11 en línea · 1 sin luz · 1 apagado · 12 tu operador". */
export function FaceplateLegend({ ports, total, working }: FaceplateLegendProps) {
  return (
    <ul className={`${css.legend} ${css.counts}`}>
      {countLooks(ports, total).map(([name, count]) => {
        const shown = sameAs[name]
        const look = shown && neighbourLook(shown)
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

/** What every glyph of this box means; with `counts` also how many there are. */
export function FaceplateKey({ ports, total, working, counts = false }: FaceplateLegendProps & { counts?: boolean }) {
  const marks = new Map(ports.flatMap((port) => portLook(port).mark ?? []).map((mark) => [mark.label, mark]))
  return (
    <ul className={css.legend}>
      {countLooks(ports, total).map(([name, count]) => (
        <li key={name}>
          <PortGlyph look={name} />
          {counts ? text(`faceplate.count.${name}`, { count }) : text(`faceplate.look.${name}`)}
        </li>
      ))}
      {[...marks.values()].map((mark) => (
        <li key={mark.label}>
          <PortGlyph look="lit" mark={mark} />
          {text(mark.label)}
        </li>
      ))}
      <Own number={ownSample(ports, total, working)} />
    </ul>
  )
}

function Own({ number }: { number: number | undefined }) {
  if (number === undefined) return null
  return (
    <li className={css.sample}>
      <b>{number}</b>
      {text('faceplate.own')}
    </li>
  )
}
