import type { Report } from '@hilo/contract/neighbors.ts'
import type { FaceplateItem } from '@hilo/contract/wire.ts'
import { neighbourClasses, type NeighbourClass } from '@hilo/domain/status.ts'
import { formatNumber } from '../../ui/format.ts'
import { ChoiceShape } from '../../ui/shapes/ChoiceDot.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import styles from './counters.module.css'

type Diff = Report['diff']
/** From here on the numbers of the ports would not fit. */
const namedUpTo = 3

interface Count {
  key: string
  of: NeighbourClass
  ports: number[]
}

function countsOf(diff: Diff): Count[] {
  const dark = diff.filter(({ preexisting }) => preexisting)
  const rest = diff.filter(({ preexisting }) => !preexisting)
  const byClass = neighbourClasses.map((of): Count => ({
    key: of,
    of,
    ports: portsOf(rest.filter((one) => one.class === of)),
  }))
  return [...byClass, { key: 'preexisting', of: 'apagado' as const, ports: portsOf(dark) }].filter(
    ({ ports }) => ports.length > 0,
  )
}
const portsOf = (diff: Diff) => diff.map(({ port }) => port)

function name({ key, ports }: Count): string {
  const word = text(`event.count.${key}`)
  if (key === 'igual' || ports.length > namedUpTo) return word
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
      {countsOf(diff).map((count) => (
        <li key={count.key}>
          <ChoiceShape of="neighbour_class" word={count.of} size={11} />
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
