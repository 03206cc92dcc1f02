import { portState } from '@hilo/domain/status.ts'
import { text } from '../../ui/text.ts'
import { Faceplate, type FaceplateProps } from '../../ui/faceplate/Faceplate.tsx'
import type { FaceplatePort } from '../../ui/faceplate/port-look.ts'
import css from './board.module.css'
import { boxSize, labelOf } from './box.ts'
import type { useBox } from './use-work.ts'
import type { Work } from './work.ts'

interface PlateProps extends Pick<FaceplateProps, 'selectedPort' | 'onSelectPort'> {
  work: Work
  box: ReturnType<typeof useBox>
  ports: readonly FaceplatePort[]
  harmed?: readonly number[]
}

/** How many ports the box has; what was read tells it until the box is known. */
export const totalOf = (box: PlateProps['box'], ports: readonly FaceplatePort[]) =>
  boxSize(box?.ports_total ?? Math.max(1, ...ports.map(({ port }) => port)))

/** The port of the work was still free when the box was read. */
const isTaken = ({ port, port_state: of }: FaceplatePort, work: Work) =>
  port === work.port_number && of === portState.is.disponible

/** The box of an intervention over the whole width, so that a thumb meets one port. */
export function Plate({ work, box, ports, harmed = [], ...rest }: PlateProps) {
  const total = totalOf(box, ports)
  const working = work.port_number === null ? [] : [{ port: work.port_number, kind: 'working' as const }]
  return (
    <div className={css.plate}>
      <Faceplate
        ports={ports.map((port) => (isTaken(port, work) ? { ...port, port_state: portState.is.asignado } : port))}
        total={total}
        size="phone"
        title={box?.label ?? labelOf(work.cto.code)}
        subtitle={box ? `${text(`choice.type.${box.type}`)} · ${text('faceplate.ports', { count: total })}` : undefined}
        splitter={box ? text('faceplate.splitter', { ratio: box.splitter.ratio }) : undefined}
        ring={[...harmed.map((port) => ({ port, kind: 'harmed' as const })), ...working]}
        {...rest}
      />
    </div>
  )
}
