import type { FaceplateItem } from '@hilo/contract/wire.ts'
import { lookNames, portLook, type JudgedMarks, type LookName } from '@hilo/domain/port-look.ts'

/** A port of a reading; it has marks only if the reading is compared with an earlier one. */
export type FaceplatePort = FaceplateItem & JudgedMarks

/** One entry per position of the CTO, in order; undefined for positions without data. */
export function portsByPosition(ports: readonly FaceplatePort[], total: number): (FaceplatePort | undefined)[] {
  const places = new Array<FaceplatePort | undefined>(total).fill(undefined)
  for (const port of ports) if (port.port >= 1 && port.port <= total) places[port.port - 1] = port
  return places
}

/** Number of ports per look, in the order of `lookNames`; looks without ports are left out. */
export function countLooks(ports: readonly FaceplatePort[], total: number): [LookName, number][] {
  const looks = portsByPosition(ports, total).map((port) => portLook(port).name)
  return lookNames
    .map((name): [LookName, number] => [name, looks.filter((look) => look === name).length])
    .filter(([, count]) => count > 0)
}

/** A drawn port in the form of a neighbour, for the texts and looks of neighbours. */
export const asNeighbour = (port: FaceplatePort) => ({
  port: port.port,
  class: port.class ?? ('igual' as const),
  level: port.level ?? ('ok' as const),
  preexisting: port.preexisting ?? false,
  after: port,
})
