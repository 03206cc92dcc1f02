/** Records of a technician in each mandatory step, with the kind of proving picture. */
import { mandatorySteps } from '@hilo/domain/field-steps.ts'
import type { FieldStep, WorkKind } from '@hilo/domain/status.ts'

/** Step, its data, kind of its picture: null for a general one, undefined for none. */
export type Step = [FieldStep, object, number | null | undefined]

interface RecordedWork {
  kind: WorkKind
  /** Number of the port at which the work ends. */
  port?: number | undefined
  /** ONT in service after the work. */
  serial?: string | null
  /** Of the drop. */
  label?: string
}

export function recordedSteps(
  { kind, port, serial = null, label = '' }: RecordedWork,
  box: { code: string; label: string },
): Step[] {
  const prl = { altura: true, tension: true, gas: true }
  const minutes = 20
  const port_number = port
  const cable = { length_m: 40, drop_type: 'interior', connection_type: 1, fibre_no: 1 }
  const removal = kind === 'baja'
  const action = removal ? 'B' : kind === 'alta' ? 'A' : 'M'
  const drop = { drop_label_read: label, label_source: 'qr', port_number, action }
  const service = { ont_serial: serial, rx_dbm: -19, speed_ok: true, customer_present: true }
  const steps: Record<FieldStep, Step> = {
    initial: ['initial', { prl, cto_code_read: box.code, read_by: 'qr' }, undefined],
    report: ['report', { box: 'cerrada', tidy: 4, free_ports_seen: 1, loose_fibres: false }, null],
    cto_access: ['cto_access', { method: 'libre', connection_type: 1, minutes }, undefined],
    port_available: ['port_available', { port_number, found: 'libre' }, undefined],
    power: ['power', { power_dbm: -18, wavelength_nm: 1490 }, 1],
    cto_enrollment: ['cto_enrollment', { label_read: box.label, label_source: 'qr', action: 'M' }, 2],
    drop_enrollment: ['drop_enrollment', removal ? drop : { ...drop, ...cable }, removal ? null : 3],
    final_report: ['final_report', kind === 'mantenimiento' || removal ? { minutes } : { ...service, minutes }, null],
  }
  return mandatorySteps(kind).map((step) => steps[step])
}
