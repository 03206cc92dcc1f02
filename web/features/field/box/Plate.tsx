import { portState } from '@hilo/domain/status.ts'
import { text } from '../../../ui/text.ts'
import { Faceplate, type FaceplateProps } from '../../../ui/faceplate/Faceplate.tsx'
import type { FaceplatePort } from '../../../ui/faceplate/port-look.ts'
import css from './board.module.css'
import { boxSize, labelOf } from './box.ts'
import type { useBox } from '../use-work.ts'
import type { Work } from '../work.ts'

interface PlateProps extends Pick<FaceplateProps, 'selectedPort' | 'onSelectPort'> {
  work: Work
  box: ReturnType<typeof useBox>
  ports: readonly FaceplatePort[]
  harmed?: readonly number[]
}

/** Number of ports; until the box is loaded, derived from the reading. */
export const totalOf = (box: PlateProps['box'], ports: readonly FaceplatePort[]) =>
  boxSize(box?.ports_total ?? Math.max(1, ...ports.map(({ port }) => port)))

/** The port of the work, which was still free when the box was read. */
const isTaken = ({ port, port_state: of }: FaceplatePort, work: Work) =>
  port === work.port_number && of === portState.is.disponible

/** Ports as the faceplate draws them. */
export const drawnPorts = (ports: readonly FaceplatePort[], work: Work): FaceplatePort[] =>
  ports.map((port) => (isTaken(port, work) ? { ...port, port_state: portState.is.asignado } : port))

/** Faceplate at full width: ports large enough for a thumb. */
export function Plate({ work, box, ports, harmed = [], ...rest }: PlateProps) {
  const total = totalOf(box, ports)
  const working = work.port_number === null ? [] : [{ port: work.port_number, kind: 'working' as const }]
  return (
    <div className={`${css.plate} scroll-x`}>
      <Faceplate
        ports={drawnPorts(ports, work)}
        total={total}
        size="phone"
        title={box?.label ?? labelOf(work.cto.code)}
        subtitle={box ? `${text(`choice.type.${box.type}`)} · ${text('faceplate.ports', { count: total })}` : undefined}
        splitter={box?.splitter.ratio}
        ring={[...harmed.map((port) => ({ port, kind: 'harmed' as const })), ...working]}
        {...rest}
      />
    </div>
  )
}
