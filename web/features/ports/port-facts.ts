import type { Input } from '@hilo/contract/index.ts'
import type { Port } from '@hilo/contract/ports.ts'
import { limits, powerLevel, type OpticClass } from '@hilo/domain/optics.ts'
import { portState } from '@hilo/domain/status.ts'
import { text } from '../../ui/text.ts'
import { formatPowerUnit } from '../../ui/format.ts'

/** How good the light at the ONT is, by the class of its OLT's port; the strictest where that is not known. */
export function ontLevel(dbm: number | null, optics: OpticClass = 'B+') {
  return dbm === null ? null : powerLevel(dbm, limits('ont', optics))
}

/** What must not be missed of a port: its line is cut, or too weak to hold. */
export function alarmOf(port: Port): { text: string; shape: boolean } | null {
  if (port.ont?.state === 'los') return { text: text('list.ports.alarm.cut'), shape: true }
  const power = formatPowerUnit(port.rx_dbm)
  return power !== null && ontLevel(port.rx_dbm) === 'bloqueo'
    ? { text: text('list.ports.alarm.weak', { power }), shape: false }
    : null
}

export type Outcome = Input<'admin_vno/ports/verify'>['outcome']

/** What somebody who has been there can have found of a port in this state. */
export function outcomesOf({ state }: Pick<Port, 'state'>): readonly Outcome[] {
  if (state === portState.is.pendiente_revision) return ['healthy', 'damaged']
  return state === portState.is.defectuoso ? ['repaired'] : []
}
