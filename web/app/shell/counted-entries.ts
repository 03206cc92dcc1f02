/** What the menu counts. */
import type { PathOf } from '@hilo/contract/index.ts'
import { eventType, processState } from '@hilo/domain/status.ts'
import { touches, type Change } from '../../api/change.ts'
import type { IconName } from '../menu.ts'

const { created, creating, finalizing, iddle } = processState.is
const open = [iddle, creating, created, finalizing]
const ofType = (type: number) => ({ type, process_state: open })

export interface Counted {
  /** The lists whose rows are counted together. */
  paths: readonly PathOf<'list'>[]
  filter: Readonly<Record<string, unknown>>
  /** Shown in the danger colour when above zero. */
  alarm?: true
  /** Counted again with each change, since its screen shows the same count beside the menu. */
  follows?: true
}

/** Lists of the verification queue: labels put on and labels taken off. */
const verificationPaths = ['admin_vno/enrollments/get', 'admin_vno/unenrollments/get'] as const

/** Open items counted per menu entry. */
export const countedEntries: Readonly<Partial<Record<IconName, Counted>>> = {
  events: { paths: ['admin_vno/events/get'], filter: ofType(eventType.is.createListener) },
  finalizations: { paths: ['admin_vno/events/get'], filter: ofType(eventType.is.finalizeListener) },
  cancellations: { paths: ['admin_vno/events/get'], filter: ofType(eventType.is.cancelledListener) },
  hair: { paths: ['admin_vno/hair_changes/get'], filter: { waiting: true } },
  verification: { paths: verificationPaths, filter: { verification_state: 'pendiente' }, follows: true },
  neighbours: { paths: ['admin_vno/events/cev/get'], filter: { state: ['abierto', 'escalado'] }, alarm: true },
  orders: { paths: ['admin_vno/orders/get'], filter: { state: 'recibida' }, follows: true },
}
/** Entries among `names` to count again after these changes. */
export const movedEntries = (names: readonly IconName[], changes: readonly Change[]): IconName[] =>
  names.filter((name) => {
    const { follows = false, paths = [] } = countedEntries[name] ?? {}
    return follows && paths.some((path) => changes.some((one) => touches(one, path, undefined)))
  })
