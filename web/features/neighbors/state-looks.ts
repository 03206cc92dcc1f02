/** Shape and colour of the state of a line in a bulk query. */
import type { opticalStates } from '@hilo/domain/status.ts'

/** State of an ONT, not read, or still to be read. */
export type Face = (typeof opticalStates)[number] | 'failed' | 'waiting'

export const looks: Readonly<
  Record<
    Face,
    readonly ['disc' | 'diamond' | 'ring' | 'bar' | 'triangle' | 'dot', 'success' | 'danger' | 'warning' | 'medium']
  >
> = {
  online: ['disc', 'success'],
  los: ['diamond', 'danger'],
  dying_gasp: ['ring', 'medium'],
  offline: ['ring', 'medium'],
  admin_down: ['bar', 'medium'],
  unknown: ['dot', 'medium'],
  failed: ['triangle', 'warning'],
  waiting: ['dot', 'medium'],
}
