import { memo } from 'react'
import { FaceplateTiny } from '../../ui/faceplate/FaceplateTiny.tsx'
import { boxSize, type BoxSize } from './box.ts'
import type { FaceplatePort } from '../../ui/faceplate/port-look.ts'
import { text } from '../../ui/text.ts'
import { litCount } from './use-neighbours.ts'

/** The box on a button: its lights, and how many of the neighbours have theirs. Not drawn anew with every key typed. */
export const MiniBox = memo(function MiniBox({
  ports,
  mine,
  label,
}: {
  ports: readonly FaceplatePort[]
  mine: number | null
  label?: string
}) {
  const total: BoxSize = boxSize(Math.max(1, ...ports.map(({ port }) => port)))
  const count = litCount(ports, mine)
  return (
    <>
      <span aria-hidden="true">
        <FaceplateTiny ports={ports.length > 0 ? ports : null} total={total} mine={mine ?? undefined} />
      </span>
      {label ?? (ports.length > 0 ? text('tech.lit', { count }) : text('tech.neighbours'))}
    </>
  )
})
