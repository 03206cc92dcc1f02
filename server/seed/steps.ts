import { mandatorySteps } from '@hilo/domain/field-steps.ts'
import { fieldSteps, portState, processState } from '@hilo/domain/status.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import type { StepFacts } from '@hilo/domain/step-checks.ts'
import type { StepData } from '@hilo/domain/step-data.ts'
import type { StepRow } from '../process/event-row.ts'
import { judgedStep } from '../process/steps/step-facts.ts'
import { codeOf, labelOf, placeOf, positionOf } from './box-place.ts'
import { dropLabel, ontOf } from './codes.ts'
import type { Draft, World } from './draft.ts'
import { at, createRng, mix } from './rng.ts'
import type { Rng } from './rng.ts'
import { dropAt } from './survey.ts'
import { minute, stamp } from './time.ts'

/** Share of the work's time per step. */
const share = [0.08, 0.08, 0.12, 0.06, 0.12, 0.1, 0.22, 0.22]

interface Scene {
  world: World
  draft: Draft
  box: number
  number: number
  /** Metres from the technician to the box. */
  metres: number
  rng: Rng
}
const known = { technicians: ['qr', 'list', 'typed'], labels: ['qr', 'qr', 'ocr', 'manual'] } as const

function opticOf({ world, box }: Scene) {
  return at(world.network.pons, at(world.network.pon, box)).olt.opticClass
}
function dropOf({ world, box, number }: Scene): string {
  const province = at(world.network.pons, at(world.network.pon, box)).olt.place.ine.slice(0, 2)
  return dropLabel(province, dropAt(world.network, world.survey, box, number))
}
const rounded = (dbm: number) => Math.round(dbm * 100) / 100

/** Facts beside the step when it was done. */
function factsOf(step: FieldStep, scene: Scene): StepFacts {
  const { world, draft, box, number, metres } = scene
  const label = labelOf(world.network, box)
  const opticClass = opticOf(scene)
  const serial = ontOf(draft.line + 1).serial
  const enters = draft.kind === 'alta'
  const base = { workKind: draft.kind, opticClass, port: number }
  switch (step) {
    case 'initial':
      return { ...base, prlValid: true, ctoType: placeOf(world.network, box).type, ctoCodes: [codeOf(world.network, box), label], distanceM: metres, ...(draft.order !== null && { orderOpen: true }) } // prettier-ignore
    case 'port_available':
      return { ...base, live: enters ? 'dark' : 'expected', portState: enters ? portState.is.asignado : portState.is.ocupado, portOwn: true } // prettier-ignore
    case 'cto_enrollment':
      return { ...base, ctoLabel: label, ctoLabelElsewhere: false, distanceM: metres }
    case 'drop_enrollment':
      return { ...base, dropLabel: enters ? null : dropOf(scene), dropLabelElsewhere: false, ...(draft.kind !== 'baja' && { detectedSerial: serial }) } // prettier-ignore
    case 'final_report':
      return { ...base, portDbm: draft.power, harmed: 0, ...(draft.power !== null && { detectedSerial: serial }) } // prettier-ignore
    default:
      return base
  }
}

const contents: Readonly<{ [S in FieldStep]: (scene: Scene) => StepData[S] }> = {
  initial: ({ world, box, rng }) => ({
    prl: { altura: rng.chance(0.3), tension: true, gas: true },
    position: { ...positionOf(world.network, box), accuracy_m: rng.int(4, 20) },
    cto_code_read: codeOf(world.network, box),
    read_by: rng.pick(known.technicians),
  }),
  report: ({ rng }) => ({
    box: rng.pick(['cerrada', 'cerrada', 'abierta'] as const),
    tidy: rng.int(2, 5),
    free_ports_seen: rng.int(1, 6),
    conditions: [],
    loose_fibres: rng.chance(0.1),
    comments: null,
  }),
  cto_access: ({ rng }) => ({
    method: rng.pick(['llave', 'conserje', 'escalera', 'libre'] as const),
    connection_type: rng.int(0, 1),
    minutes: rng.int(1, 14),
  }),
  port_available: ({ number }) => ({ port_number: number, found: 'libre' }),
  power: (scene) => ({
    power_dbm: scene.draft.power,
    meter: { model: 'PPM-350D', serial: `PM${scene.rng.int(10_000, 99_999)}` },
    wavelength_nm: opticOf(scene) === 'N1' ? 1577 : 1490,
  }),
  cto_enrollment: ({ world, box, rng }) => {
    const label = labelOf(world.network, box)
    return {
      // One in fifty is misread.
      label_read: rng.chance(0.02) ? label.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)) : label,
      label_source: rng.pick(known.labels),
      action: 'M',
      position: { ...positionOf(world.network, box), accuracy_m: rng.int(4, 15) },
    }
  },
  drop_enrollment: (scene) => {
    const { draft, number, rng } = scene
    const label = dropOf(scene)
    const enters = draft.kind === 'alta'
    const ends = draft.kind === 'baja'
    const wrong = !enters && !ends && rng.chance(0.02)
    return {
      drop_label_read: wrong ? label.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)) : label,
      label_source: rng.pick(['qr', 'qr', 'barcode', 'ocr'] as const),
      ...(!ends && { length_m: rng.int(15, 140), drop_type: 'interior' as const, connection_type: 1, fibre_no: 1 }),
      port_number: number,
      action: ends ? 'B' : enters ? 'A' : 'M',
    }
  },
  final_report: ({ draft, rng }) => {
    const measured = draft.power !== null
    return {
      ...(measured && {
        ont_serial: ontOf(draft.line + 1).serial,
        rx_dbm: rounded((draft.power ?? 0) - 0.5 - rng.next() * 0.8),
        speed_ok: true,
        customer_present: rng.chance(0.9),
        materials: [{ code: 'ROSETA-PTRO', quantity: 1 }],
      }),
      minutes: rng.int(5, 15),
      comments: null,
    }
  },
}

const unfinished = {
  data: {},
  checks: [],
  pictures: [],
  skipped_reason: null,
  active_ms: 0,
  started_at: null,
  done_at: null,
}

function contentOf(step: FieldStep, scene: Scene): Pick<StepRow, 'data' | 'checks'> {
  const data: Record<string, unknown> = { ...contents[step](scene) }
  return { data, checks: judgedStep(step, data, factsOf(step, scene)) }
}

/** The steps of an intervention in the wire's form, with the data of those done. */
export function stepsOf(world: World, draft: Draft): string {
  const { kind, started } = draft
  if (draft.type !== 1 || kind === null || started === null) return '[]'
  const box = at(world.survey.box, draft.line)
  const number = at(world.survey.port, draft.line) - at(world.network.firstPort, box) + 1
  const scene: Scene = { world, draft, box, number, metres: 4 + (mix(94, draft.id) % 56), rng: createRng(91, draft.id) }
  const due = mandatorySteps(kind).map((step) => fieldSteps.indexOf(step) + 1)
  const cancelled = [processState.is.cancelled, processState.is.canceledSync, processState.is.wronglyCancelled].some(
    (one) => one === draft.state,
  )
  const reached = draft.step ?? (cancelled ? at(due, 1) : 9)
  const end = draft.finished ?? Math.min(world.now, started + 40 * minute)
  let clock = started
  const steps = due.map((position) => {
    const step = at(fieldSteps, position - 1)
    if (position > reached) return { step, status: 'iddle', ...unfinished }
    const began = clock
    clock = Math.min(clock + (end - started) * at(share, position - 1), end)
    const base = { step, started_at: stamp(began), pictures: [], skipped_reason: null }
    if (position === reached)
      return {
        ...base,
        status: cancelled ? 'cancelled' : 'started',
        done_at: null,
        active_ms: Math.round(clock - began),
        data: {},
        checks: [],
      }
    return {
      ...base,
      status: 'done',
      done_at: stamp(clock),
      active_ms: Math.round((clock - began) * 0.9),
      ...contentOf(step, scene),
    }
  })
  return JSON.stringify(steps)
}
