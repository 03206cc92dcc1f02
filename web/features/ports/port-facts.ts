import type { Input } from '@hilo/contract/index.ts'
import type { Port } from '@hilo/contract/ports/ports.ts'
import { limits, powerLevel, type OpticClass } from '@hilo/domain/optics.ts'
import { portState } from '@hilo/domain/status.ts'
import { text } from '../../ui/text.ts'
import { formatPowerUnit } from '../../ui/format.ts'

/** Power level at the ONT, by the PON's optics class; by the strictest class if unknown. */
export function ontLevel(dbm: number | null, optics: OpticClass = 'B+') {
  return dbm === null ? null : powerLevel(dbm, limits('ont', optics))
}

interface Lit extends Pick<Port, 'rx_dbm'> {
  ont: Pick<NonNullable<Port['ont']>, 'state'> | null
}
/** Alarm of a port: cut, or low power. */
export function alarmOf(port: Lit): { text: string; shape: boolean } | null {
  if (port.ont?.state === 'los') return { text: text('list.ports.alarm.cut'), shape: true }
  const power = formatPowerUnit(port.rx_dbm)
  return power !== null && ontLevel(port.rx_dbm) === 'bloqueo'
    ? { text: text('list.ports.alarm.weak', { power }), shape: false }
    : null
}

export type Outcome = Input<'admin_vno/ports/verify'>['outcome']

/** Possible inspection results for a port's state. */
export function outcomesOf({ state }: Pick<Port, 'state'>): readonly Outcome[] {
  if (state === portState.is.pendiente_revision) return ['healthy', 'damaged']
  return state === portState.is.defectuoso ? ['repaired'] : []
}
