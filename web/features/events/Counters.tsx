import { neighbourCounts, spokenList } from '@hilo/domain/neighbour-look.ts'
import { formatNumber } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import styles from './counters.module.css'
import type { linesOf } from './line-counts.ts'

/** Above this count the port numbers do not fit. */
const namedUpTo = 3

type Count = ReturnType<typeof neighbourCounts>[number]

function name({ look, ports }: Count): string {
  const word = text(look.label)
  if (look.color === 'success' && look.sign === 'disc') return word
  if (ports.length > namedUpTo) return word
  return `${word}, ${text('event.count.ports', { count: ports.length, ports: spokenList(ports) })}`
}

/** Lines of the box by state, the worked one among them. */
export function Counters({ diff, born }: ReturnType<typeof linesOf>) {
  return (
    <ul className={`grid line-top clip ${styles.counters}`}>
      {neighbourCounts(diff).map((count) => (
        <li className="grid middle" key={count.look.label}>
          <Shape kind={count.look.sign} tone={count.look.color} size={11} />
          <b className="title text-xl">{formatNumber(count.ports.length)}</b>
          <span className="whole-row small ink-2">{name(count)}</span>
        </li>
      ))}
      {born !== null && (
        <li className="grid middle">
          <Shape kind="disc" tone="success" size={11} />
          <b className="title text-xl">1</b>
          <span className="whole-row small ink-2">{text('event.count.new', { port: born })}</span>
        </li>
      )}
    </ul>
  )
}
