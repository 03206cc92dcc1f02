import type { Report } from '@hilo/contract/neighbors.ts'
import type { FaceplateItem } from '@hilo/contract/wire.ts'
import type { FaceplatePort } from './port-look.ts'

/** The ports of a reading with what became of each since the one before. */
export function compared(items: readonly FaceplateItem[], diff: Report['diff'] = []): FaceplatePort[] {
  const byPort = new Map(diff.map((one) => [one.port, one]))
  return items.map((item) => {
    const found = byPort.get(item.port)
    return found ? { ...item, class: found.class, cuts: found.cuts.length } : item
  })
}
