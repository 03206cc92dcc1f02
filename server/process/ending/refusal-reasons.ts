/** Why an intervention cannot close: every reason with its remedy. */
import { powerLevel, type OpticClass } from '@hilo/domain/optics.ts'
import type { ProblemCode } from '@hilo/domain/problem.ts'
import { isHarm } from '@hilo/domain/proof/judgement.ts'
import { limitsIn, type StoredSettings } from '@hilo/domain/settings.ts'
import { text } from '../../kernel/texts.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { Comparison, DiffRow } from '../judging/compare.ts'
import type { EventRow } from '../event-row.ts'
import { occupies, recorded, type Conflict, type Stock } from './inventory.ts'
import type { DecisiveReading } from './final-reading.ts'
import { isForeign } from '../foreign.ts'
import { stepReasons, type Reason } from '../steps/step-reasons.ts'

interface JudgedReading extends DecisiveReading {
  comparison: Comparison
  stock: Stock
  harmed: boolean
  conflicts: readonly Conflict[]
}

const conflictReasons: Readonly<Record<Conflict, [ProblemCode, string]>> = {
  port: ['PORT_NOT_AVAILABLE', 'closing.port'],
  drop: ['LABEL_DUPLICATE', 'closing.drop'],
  ont: ['ONT_NOT_DETECTED', 'closing.ont_elsewhere'],
  access: ['EVENT_BAD_STATE', 'closing.access'],
  lit: ['PORT_NOT_AVAILABLE', 'closing.lit'],
}

const decimals = new Intl.NumberFormat('es-ES', { minimumFractionDigits: 1, maximumFractionDigits: 2 })
/** `−21,4`. */
const dbm = (value: number) => decimals.format(value).replace('-', '−')

/** `at`: where the ONT of a swapped neighbour answers now. */
function harmText(event: EventRow, { port, vno_id, class: findingClass }: DiffRow, at: number | undefined): string {
  const whose = text(vno_id === event.vno_id ? 'closing.own' : 'closing.other')
  return findingClass === 'movido'
    ? text('closing.movido', { port, whose, at: at ?? '–' })
    : text('closing.desconectado', { port, whose })
}

const list = new Intl.ListFormat('es-ES', { type: 'conjunction' })

/** The ports that fell at once, and those of them that wait for their light; null where none does. */
function feederText(diff: readonly DiffRow[]): string | null {
  const fallen = diff.filter(({ doubt }) => doubt === 'box_feeder')
  const dark = fallen.filter(({ level }) => level === 'bloqueo')
  if (dark.length === 0) return null
  const ports = (of: readonly DiffRow[]) => list.format(of.map(({ port }) => String(port)))
  return text('closing.box_feeder', { count: fallen.length, ports: ports(fallen), dark: ports(dark) })
}

/** The neighbours that the work left without service. */
export function harmReasons(event: EventRow, { facts, reading }: DecisiveReading, comparison: Comparison): Reason[] {
  const reasons = comparison.diff
    .filter((one) => isHarm(one.class))
    .map((one): Reason => {
      const serial = facts.watched.find(({ port }) => port === one.port)?.serial
      const at = reading.readings.find((one) => one.serial === serial && one.state === 'online')?.port
      return { code: 'NEIGHBOUR_HARMED', text: harmText(event, one, at) }
    })
  const worse = comparison.diff.filter((one) => one.class === 'degradado' && one.level === 'bloqueo')
  const feeder = feederText(comparison.diff)
  if (reasons.length === 0 && feeder) return [{ code: 'NEIGHBOUR_HARMED', text: feeder }]
  if (reasons.length === 0)
    return worse.map(({ port, vno_id }): Reason => {
      const whose = text(vno_id === event.vno_id ? 'closing.own' : 'closing.other')
      return { code: 'NEIGHBOUR_HARMED', text: text('closing.degradado', { port, whose }) }
    })
  return comparison.shared ? [...reasons, { code: 'NEIGHBOUR_HARMED', text: text('closing.shared') }] : reasons
}

const opticClassOf = `select json_build_object('optic', o.optic_class, 'settings', settings_of($2))::text from cto c join pon p on p.id = c.pon_id join olt o on o.id = p.olt_id where c.id = $1`

interface Box {
  optic: OpticClass
  settings: StoredSettings
}

/** Checks of the customer's own ONT: present, the expected serial, enough power in both directions. */
async function serviceReasons(
  sql: Tx,
  event: EventRow,
  { reading, stock, comparison, conflicts }: JudgedReading,
): Promise<Reason[]> {
  if (!occupies(event, stock)) return []
  const answer = reading.readings.find(({ portId }) => portId === event.port_id)
  const { ont_serial: due = null } = recorded(event, 'final_report')
  const number = stock.ports.find(({ id }) => id === event.port_id)?.number ?? '–'
  if (!answer || answer.state !== 'online') {
    const key = comparison.upstream ? 'closing.no_tree' : 'closing.no_ont'
    return [{ code: 'ONT_NOT_DETECTED', text: text(key, { port: number }) }]
  }
  // A serial that serves another customer is refused as such; its power is that customer's data.
  if (conflicts.includes('ont')) return []
  if (answer.serial !== due && (await isForeign(sql, event, answer.serial)))
    return [{ code: 'ONT_NOT_DETECTED', text: text('closing.foreign_ont', { port: number }) }]
  if (due !== null && answer.serial !== null && answer.serial !== due) {
    const values = { port: number, serial: answer.serial, due }
    return [{ code: 'ONT_NOT_DETECTED', text: text('closing.other_ont', values) }]
  }
  const box = JSON.parse((await sql.json(opticClassOf, [event.cto_id, event.vno_id])) ?? '') as Box
  const bounds = limitsIn(box.settings, box.optic)
  const ends = [
    { key: 'closing.ont_rx', value: answer.rxDbm, limit: bounds.ont },
    { key: 'closing.olt_rx', value: answer.oltRxDbm, limit: bounds.olt },
  ]
  return ends
    .filter(({ value, limit }) => value !== null && powerLevel(value, limit) === 'bloqueo')
    .map(({ key, value, limit }): Reason => {
      const bound = (value ?? 0) > limit.high ? limit.high : limit.low
      return { code: 'POWER_OUT_OF_RANGE', text: text(key, { value: dbm(value ?? 0), limit: dbm(bound) }) }
    })
}

/** Every reason against closing; neighbours first. */
export async function reasonsOf(sql: Tx, event: EventRow, found: JudgedReading): Promise<Reason[]> {
  const known = [
    ...(found.harmed ? harmReasons(event, found, found.comparison) : []),
    ...(await serviceReasons(sql, event, found)),
    ...found.conflicts.map((one): Reason => {
      const [code, key] = conflictReasons[one]
      return { code, text: text(key) }
    }),
  ]
  const harmed = found.comparison.diff.filter((one) => isHarm(one.class)).length
  return [...known, ...(await stepReasons(sql, event, { harmed, known }))]
}

/** All reasons as the intervention's error: the code of the first, the texts of all. */
export function errorOf(reasons: readonly Reason[]): EventRow['error'] {
  const [first] = reasons
  return first ? { code: first.code, text: reasons.map((one) => one.text).join('\n') } : null
}
