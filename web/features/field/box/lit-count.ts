import { portLook } from '@hilo/domain/port-look.ts'
import type { FaceplatePort } from '../../../ui/faceplate/port-look.ts'

/** Number of lit lines without the port of the work. */
export function litCount(ports: readonly FaceplatePort[], mine: number | null): number {
  return ports.filter((port) => port.port !== mine && portLook(port).thread === 'lit').length
}
