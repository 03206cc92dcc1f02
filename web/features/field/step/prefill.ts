/** Initial values of a step from what is already known; the technician can change them. Pure. */
import { sameLabel } from '@hilo/domain/same-label.ts'
import type { StepFacts } from '@hilo/domain/step-checks.ts'
import type { AnyStepData, StepData } from '@hilo/domain/step-data.ts'
import { portState, type FieldStep } from '@hilo/domain/status.ts'
import type { Habits } from './habits.ts'
import { stepOf, type Work } from '../work.ts'

export interface PrefillContext {
  facts: StepFacts
  /** The box, if it is loaded. */
  box: {
    connection_type: number
    label: string
    code: string
    ports?: readonly { port: number; port_state: number }[] | null | undefined
  } | null
  habits: Habits
  /** Server time, ms since 1970. */
  now: number
}

type Prefill = { [S in FieldStep]: (work: Work, known: PrefillContext) => StepData[S] }

/** Minutes since the work began, rounded up to five. */
function minutesOf({ started_at, created_at }: Pick<Work, 'started_at' | 'created_at'>, now: number): number {
  const minutes = (now - Date.parse(started_at ?? created_at)) / 60_000
  return Math.min(1440, Math.max(5, Math.ceil(minutes / 5) * 5))
}

function portOf(work: Work, { box }: PrefillContext): number | null {
  const chosen = stepOf(work, 'port_available').data as StepData['port_available']
  const free = (box?.ports ?? []).filter(({ port_state: state }) => state === portState.is.disponible)
  return chosen.port_number ?? work.port_number ?? (free.length > 0 ? Math.min(...free.map(({ port }) => port)) : null)
}

/** Box label read on arrival; a box picked from a list does not count as read. */
function labelOf(work: Work, { box }: PrefillContext): StepData['cto_enrollment'] {
  const { cto_code_read: read, read_by, position } = stepOf(work, 'initial').data as StepData['initial']
  if (!box || !read || !(read_by === 'qr' || read_by === 'typed')) return {}
  if (!sameLabel(read, box.label) && !sameLabel(read, box.code)) return {}
  const label_source = read_by === 'qr' ? ('qr' as const) : ('manual' as const)
  return { label_read: box.label, label_source, action: 'M', ...(position && { position }) }
}

function dropAction({ work_kind: kind }: Work, { dropLabel: label }: StepFacts) {
  if (kind === 'baja') return 'B'
  if (kind === 'alta' && label == null) return 'A'
  return kind === 'cambio_pelo' && label != null ? 'M' : null
}

/** Drops of indoor boxes are indoor; of all others, along the street. */
const dropTypeOf = (ctoType: string | undefined) =>
  ctoType === undefined || ctoType === '' ? null : ctoType === 'interior' ? 'interior' : 'exterior'

/** Serial that the OLT discovered in the drop step. */
function serialOf(work: Work): string | null {
  const serialCheck = stepOf(work, 'drop_enrollment').checks.find(
    ({ code, level }) => code === 'ont_detected' && level === 'ok',
  )
  return typeof serialCheck?.value === 'string' ? serialCheck.value : null
}

const prefills: Prefill = {
  initial: () => ({}),
  report: () => ({}),
  cto_access: (work, { facts, box, habits, now }) => ({
    method: habits.method?.[facts.ctoType ?? ''] ?? null,
    connection_type: box?.connection_type ?? null,
    minutes: minutesOf(work, now),
  }),
  port_available: (work, known) => ({ port_number: portOf(work, known) }),
  power: (_, { facts, habits }) => ({
    wavelength_nm: facts.opticClass === 'B+' || facts.opticClass === 'C+' ? 1490 : 1577,
    ...(habits.meter && { meter: habits.meter }),
  }),
  cto_enrollment: labelOf,
  drop_enrollment: (work, known) => {
    const access = stepOf(work, 'cto_access').data as StepData['cto_access']
    const removes = work.work_kind === 'baja'
    const chosen = stepOf(work, 'port_available').data as StepData['port_available']
    return {
      port_number: chosen.port_number ?? work.port_number,
      action: dropAction(work, known.facts),
      ...(!removes && {
        connection_type: access.connection_type ?? known.box?.connection_type ?? null,
        drop_type: known.habits.drop_type ?? dropTypeOf(known.facts.ctoType),
        fibre_no: 1,
      }),
    }
  },
  final_report: (work, { now }) => ({ ont_serial: serialOf(work), minutes: minutesOf(work, now) }),
}

/** Initial values of a step. */
export function prefilled(step: FieldStep, work: Work, known: PrefillContext): AnyStepData {
  const found = prefills[step](work, known)
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value != null))
}
