import type { Report } from '@hilo/contract/neighbors.ts'
import type { FaceplateItem } from '@hilo/contract/wire.ts'
import { neighbourCounts } from '@hilo/domain/neighbour-look.ts'
import { formatNumber } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import styles from './counters.module.css'

type Diff = Report['diff']
/** From here on the numbers of the ports would not fit. */
const namedUpTo = 3

type Count = ReturnType<typeof neighbourCounts>[number]

function name({ look, ports }: Count): string {
  const word = text(look.label)
  if (look.color === 'success' && look.sign === 'disc') return word
  if (ports.length > namedUpTo) return word
  return `${word}, ${text('event.count.ports', { count: ports.length, ports: ports.join(', ') })}`
}

/** How many neighbours are as before and how many are not, with the port worked on where it has come to light. */
export function Counters({
  diff,
  working,
  now,
}: {
  diff: Diff
  working: number | null
  now: readonly FaceplateItem[]
}) {
  const lit = now.some((item) => item.port === working && item.state === 'online')
  return (
    <ul className={styles.counters}>
      {neighbourCounts(diff).map((count) => (
        <li key={count.look.label}>
          <Shape kind={count.look.sign} tone={count.look.color} size={11} />
          <b>{formatNumber(count.ports.length)}</b>
          <span>{name(count)}</span>
        </li>
      ))}
      {lit && working !== null && (
        <li>
          <Shape kind="disc" tone="success" size={11} />
          <b>1</b>
          <span>{text('event.count.new', { port: working })}</span>
        </li>
      )}
    </ul>
  )
}
