/** The order that a list promises, as its tests compare it. */
import { compareNatural, foldName } from '@hilo/domain/text.ts'

/** Codes that the product gives out itself are all of one width: by bytes they are in order. */
const ownCodes: ReadonlySet<string> = new Set([
  'admin_vno/accesses/get',
  'admin_vno/events/get',
  'admin_vno/events/cev/get',
  'admin_vno/hair_changes/get',
])

/** Compares two values of a sort of a list; texts that people read by their natural order, all others by their bytes. */
export function orderOf(path: string, sort: string): (one: unknown, other: unknown) => number {
  const natural = sort !== 'email' && !(sort === 'code' && ownCodes.has(path))
  return (one, other) => {
    if (natural && typeof one === 'string' && typeof other === 'string')
      return sort === 'name' ? compareNatural(foldName(one), foldName(other)) : compareNatural(one, other)
    return one === other ? 0 : (one as string) < (other as string) ? -1 : 1
  }
}
