import type { Report } from '@hilo/contract/neighbors.ts'
import type { FaceplateItem } from '@hilo/contract/wire.ts'
import { wasDark } from '@hilo/domain/neighbour-look.ts'
import type { FaceplatePort } from './port-look.ts'

/** The ports of a reading, those without light since before the work marked as such. */
export function withDarkBefore(items: readonly FaceplateItem[], diff: Report['diff'] = []): FaceplatePort[] {
  const dark = new Set(diff.filter(wasDark).map(({ port }) => port))
  return items.map((item) => (dark.has(item.port) ? { ...item, preexisting: true } : item))
}

/** The ports of a reading with what became of each since the one before. */
export function compared(items: readonly FaceplateItem[], diff: Report['diff'] = []): FaceplatePort[] {
  const byPort = new Map(diff.map((one) => [one.port, one]))
  return items.map((item) => {
    const found = byPort.get(item.port)
    return found
      ? { ...item, class: found.class, level: found.level, preexisting: found.preexisting, cuts: found.cuts.length }
      : item
  })
}
