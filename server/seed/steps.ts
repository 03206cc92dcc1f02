import { limits, powerLevel } from '@hilo/domain/optics.ts'
import { fieldSteps, processState } from '@hilo/domain/status.ts'
import type { FieldStep, WorkKind } from '@hilo/domain/status.ts'
import { labelOf, codeOf, positionOf } from './box-place.ts'
import { dropLabel, ontOf } from './codes.ts'
import type { Draft, World } from './draft.ts'
import { at, createRng } from './rng.ts'
import type { Rng } from './rng.ts'
import { dropAt } from './survey.ts'
import { minute, stamp } from './time.ts'

const mandatory: Readonly<Record<WorkKind, readonly number[]>> = {
  alta: [1, 2, 3, 4, 5, 6, 7, 8],
  baja: [1, 2, 3, 7, 8],
  averia: [1, 2, 5, 8],
  cambio_pelo: [1, 2, 3, 4, 5, 7, 8],
  mantenimiento: [1, 2, 6, 8],
}
/** Share of the time that each step takes. */
const share = [0.08, 0.08, 0.12, 0.06, 0.12, 0.1, 0.22, 0.22]

interface Check {
  code: string
  level: 'ok' | 'aviso' | 'bloqueo'
  value: number | string | boolean | null
  limit: number | string | null
  text: string
}
interface Content {
  data: object
  checks: Check[]
}
interface Scene {
  world: World
  draft: Draft
  box: number
  number: number
  rng: Rng
}

const good = (code: string, text: string, value: Check['value'] = null, limit: Check['limit'] = null): Check => ({
  code,
  level: 'ok',
  value,
  limit,
  text,
})
const comma = (value: number) => value.toFixed(2).replace('.', ',').replace('-', '−')

function powerCheck({ world, box, draft }: Scene): Check[] {
  if (draft.power === null) return []
  const own = limits('cto_port', at(world.network.pons, at(world.network.pon, box)).olt.opticClass)
  const level = powerLevel(draft.power, own)
  const words = { ok: 'correcta', aviso: 'justa', bloqueo: 'fuera de margen' }
  return [
    {
      code: 'power',
      level,
      value: draft.power,
      limit: own.low,
      text: `Potencia ${comma(draft.power)} dBm: ${words[level]}.`,
    },
  ]
}

const contents: Readonly<Record<FieldStep, (scene: Scene) => Content>> = {
  initial: ({ world, box, rng }) => {
    const { lat, lon } = positionOf(world.network, box)
    const metres = rng.int(4, 60)
    return {
      data: {
        prl: { altura: rng.chance(0.3), tension: true, gas: false },
        position: { lat, lon, accuracy_m: rng.int(4, 20) },
        cto_code_read: codeOf(world.network, box),
        read_by: rng.pick(['qr', 'list', 'typed']),
      },
      checks: [
        good('technician_active', 'Técnico activo y con PRL vigente.', true),
        good('distance', `Estás a ${metres} m de la CTO.`, metres, 250),
      ],
    }
  },
  report: ({ rng }) => ({
    data: {
      box: rng.pick(['cerrada', 'cerrada', 'abierta']),
      tidy: rng.int(2, 5),
      free_ports_seen: rng.int(1, 6),
      conditions: [],
      loose_fibres: rng.chance(0.1),
      comments: null,
    },
    checks: [good('evidence', 'Fotografía de la caja abierta antes de tocar.', 1, 1)],
  }),
  cto_access: ({ rng }) => ({
    data: {
      method: rng.pick(['llave', 'conserje', 'escalera', 'libre']),
      connection_type: rng.int(0, 1),
      minutes: rng.int(1, 14),
    },
    checks: [good('access', 'Acceso a la caja sin incidencias.')],
  }),
  port_available: ({ number }) => ({
    data: { port_number: number, found: 'libre' },
    checks: [good('port_light', `El puerto ${number} no tiene luz de otra ONT.`, false)],
  }),
  power: (scene) => ({
    data: {
      power_dbm: scene.draft.power,
      meter: { model: 'PPM-350D', serial: `PM${scene.rng.int(10_000, 99_999)}` },
      wavelength_nm: 1490,
    },
    checks: powerCheck(scene),
  }),
  cto_enrollment: ({ world, box, rng }) => {
    const { lat, lon } = positionOf(world.network, box)
    const label = labelOf(world.network, box)
    return {
      data: {
        label_read: label,
        label_source: rng.pick(['qr', 'qr', 'ocr', 'manual']),
        action: 'M',
        position: { lat, lon, accuracy_m: rng.int(4, 15) },
      },
      checks: [good('label', 'La matrícula leída es la de esta CTO.', label, label)],
    }
  },
  drop_enrollment: ({ world, draft, box, number, rng }) => {
    const province = at(world.network.pons, at(world.network.pon, box)).olt.place.ine.slice(0, 2)
    const label = dropLabel(province, dropAt(world.network, world.survey, box, number))
    const action = draft.kind === 'baja' ? 'B' : draft.kind === 'alta' ? 'A' : 'M'
    return {
      data: {
        drop_label_read: label,
        label_source: 'qr',
        length_m: rng.int(15, 140),
        drop_type: 'interior',
        connection_type: 1,
        fibre_no: 1,
        port_number: number,
        action,
      },
      checks: [good('label_unique', 'La matrícula de la acometida no está repetida.', label)],
    }
  },
  final_report: ({ draft, rng }) => {
    const rx = draft.power === null ? null : Math.round((draft.power - 0.9) * 100) / 100
    return {
      data: {
        ont_serial: draft.kind === 'baja' ? null : ontOf(draft.line + 1).serial,
        rx_dbm: rx,
        speed_ok: true,
        customer_present: rng.chance(0.9),
        materials: [{ code: 'ROSETA-PTRO', quantity: 1 }],
        minutes: rng.int(5, 15),
        comments: null,
      },
      checks: [
        good(
          'neighbours',
          draft.harmed ? 'Un vecino quedó sin luz y se avisó.' : 'Ningún vecino ha quedado sin luz.',
          draft.harmed ?? 0,
          0,
        ),
      ],
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

/** The steps of an intervention as they travel, with what was recorded in those already done. */
export function stepsOf(world: World, draft: Draft): string {
  const { kind, started } = draft
  if (draft.type !== 1 || kind === null || started === null) return '[]'
  const box = at(world.survey.box, draft.line)
  const number = at(world.survey.port, draft.line) - at(world.network.firstPort, box) + 1
  const scene: Scene = { world, draft, box, number, rng: createRng(91, draft.id) }
  const cancelled = [processState.is.cancelled, processState.is.canceledSync, processState.is.wronglyCancelled].some(
    (one) => one === draft.state,
  )
  const reached = draft.step ?? (cancelled ? at(mandatory[kind], 1) : 9)
  const end = draft.finished ?? Math.min(world.now, started + 40 * minute)
  let clock = started
  const steps = mandatory[kind].map((position) => {
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
      ...contents[step](scene),
    }
  })
  return JSON.stringify(steps)
}
