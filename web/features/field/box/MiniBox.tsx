import { memo } from 'react'
import { FaceplateTiny } from '../../../ui/faceplate/FaceplateTiny.tsx'
import { boxSize, type BoxSize } from './box.ts'
import type { FaceplatePort } from '../../../ui/faceplate/port-look.ts'
import { useOnline } from '../../../offline/use-outbox.ts'
import { formatAgo } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { litCount } from './lit-count.ts'

interface MiniBoxProps {
  ports: readonly FaceplatePort[]
  mine: number | null
  /** Time of the reading, ms since 1970; null if the box has not been read. */
  at: number | null
  label?: string
}

/**
 * Content of a button: the compact faceplate and the number of lit neighbours. Offline it is grey and says its age, since
 * nothing tells the phone of a cut. Memoized: typing in a step does not redraw it.
 */
export const MiniBox = memo(function MiniBox({ ports, mine, at, label }: MiniBoxProps) {
  const online = useOnline()
  const total: BoxSize = boxSize(Math.max(1, ...ports.map(({ port }) => port)))
  const count = litCount(ports, mine)
  return (
    <>
      <span aria-hidden="true" style={online ? undefined : { filter: 'grayscale(1)', opacity: 0.7 }}>
        <FaceplateTiny ports={ports.length > 0 ? ports : null} total={total} mine={mine ?? undefined} />
      </span>
      {label ?? (ports.length > 0 ? text('tech.lit', { count }) : text('tech.neighbours'))}
      {!online && at !== null && label === undefined && <Age at={at} />}
    </>
  )
})

function Age({ at }: { at: number }) {
  const now = useNow(10_000)
  return <span className="ink-3">{formatAgo(at, now)}</span>
}
