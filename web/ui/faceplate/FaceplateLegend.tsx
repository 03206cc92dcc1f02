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

const shapes: Partial<
  Record<LookName, ['disc' | 'triangle' | 'diamond' | 'ring' | 'bar', 'success' | 'warning' | 'danger' | 'medium']>
> = {
  lit: ['disc', 'success'],
  weak: ['triangle', 'warning'],
  cut: ['diamond', 'danger'],
  off: ['ring', 'medium'],
  silent: ['bar', 'medium'],
  unread: ['bar', 'medium'],
}

/** How many lines have light and how many do not: "11 en línea · 1 sin luz · 1 apagado · 12 tu operador". */
export function FaceplateLegend({ ports, total, working }: FaceplateLegendProps) {
  return (
    <ul className={`${css.legend} ${css.counts}`}>
      {countLooks(ports, total).map(([name, count]) => {
        const shape = shapes[name]
        return (
          shape && (
            <li key={name}>
              <Shape kind={shape[0]} tone={shape[1]} size={10} />
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
  const microcut = ports.some((port) => portLook(port).microcut)
  return (
    <ul className={css.legend}>
      {countLooks(ports, total).map(([name, count]) => (
        <li key={name}>
          <PortGlyph look={name} />
          {counts ? text(`faceplate.count.${name}`, { count }) : text(`faceplate.look.${name}`)}
        </li>
      ))}
      {microcut && (
        <li>
          <PortGlyph look="lit" microcut />
          {text('faceplate.look.microcut')}
        </li>
      )}
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
