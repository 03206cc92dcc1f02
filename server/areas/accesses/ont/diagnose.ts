import type { DiagnosisRecord } from '@hilo/contract/accesses/ont.ts'
import { diagnose, type LineFacts, type Outages, type TestResult } from '@hilo/domain/diagnosis.ts'
import { lineTimes } from '@hilo/domain/line-work.ts'
import { foreignOnt } from '@hilo/domain/ont-serial.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { portState } from '@hilo/domain/status.ts'
import { businessNow } from '../../../kernel/sql/business-time.ts'
import { Json, type ReadHandler } from '../../../kernel/handler.ts'
import { text } from '../../../kernel/texts.ts'
import { isForeign } from '../../../process/foreign.ts'
import type { PlantColumn, PonState } from '../../../plant/plant.ts'
import type { LineAnswer, Reader } from '../../../plant/reader.ts'
import {
  claimDiagnosis,
  diagnosisSoFar,
  findAccess,
  forgetDiagnosis,
  keepDiagnosis,
  noteDiagnosis,
  type FoundAccess,
} from './queries.ts'
import { byName } from './read-calls.ts'

const { asignado, ocupado } = portState.is

/** The port state that matches the state of its access. */
function coherent({ held, state, port_state: port }: FoundAccess): boolean {
  return held && (state === 'activo' || state === 'en_baja' ? port === ocupado : port === asignado)
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, two) => one - two)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}

/** Placeholder for another operator's ONT at the port; its figures are another customer's data. */
const anothers = {
  serial: foreignOnt,
  rxDbm: null,
  oltRxDbm: null,
  distanceM: null,
  errors: null,
  profile: null,
  vlan: null,
}

function plantFacts(access: FoundAccess, line: LineAnswer, foreign: boolean): NonNullable<LineFacts['plant']> {
  const { box, pon, detail } = line
  const own = box.readings.find(({ portId }) => portId === access.port_id)
  // Neighbours that are switched off or never connected give no evidence of the fibre.
  const others = box.readings.filter(
    ({ portId, state }) => portId !== access.port_id && ['online', 'los', 'offline'].includes(state),
  )
  const { profile, vlan, ethernet, session, counters } = detail
  return {
    // An OLT that does not report it does not prove the PON dark.
    ponUp: pon.up ?? true,
    tree: pon,
    box: {
      others: others.length,
      dark: others.filter(({ state }) => state !== 'online').length,
      medianDbm: median(others.flatMap(({ rxDbm }) => rxDbm ?? [])),
    },
    line:
      own && access.held
        ? {
            ...own,
            serial: detail.serial,
            errors: counters?.fecUncorrected ?? null,
            profile,
            vlan,
            ethernet,
            session,
            ...(foreign && anothers),
          }
        : null,
  }
}

/** Null if the OLT does not answer; a busy one is retried later. */
async function readLine(
  plant: Reader,
  { cto_id, port_id }: FoundAccess,
  onPonState: (pon: PonState) => void,
): Promise<LineAnswer | null> {
  try {
    return await plant.readLine(cto_id, port_id, 'demand', onPonState)
  } catch (error) {
    if (error instanceof Problem && error.code === 'OLT_UNREACHABLE') return null
    throw error
  }
}

const monthMs = 30 * 86_400_000

/** Outages of the line in the 30 days before a time; null if the plant does not answer. */
async function readOutages(plant: Reader, { cto_id, port_id }: FoundAccess, until: Date): Promise<Outages | null> {
  try {
    const { downs } = await plant.readHistory(cto_id, port_id, 'demand')
    const recent = downs.filter(({ at }) => until.getTime() - at.getTime() <= monthMs)
    return { total: recent.length, byCustomer: recent.filter(({ cause }) => cause === 'dying_gasp').length }
  } catch (error) {
    // The line itself was read, so a missing history does not fail the diagnosis.
    if (error instanceof Problem) return null
    throw error
  }
}

/** Powers have two decimals, counts none. */
function shown(value: number | string | null): string {
  if (typeof value !== 'number') return value ?? ''
  const minimumFractionDigits = Number.isInteger(value) ? 0 : 2
  const figure = { minimumFractionDigits, maximumFractionDigits: 2, useGrouping: 'always' } as const
  return value.toLocaleString('es-ES', figure).replace('-', '−')
}

function inventoryOf(access: FoundAccess): LineFacts['inventory'] {
  const { serial, profile, vlan, feeder_m: feederM, optic_class: opticClass } = access
  return { coherent: coherent(access), serial, profile, vlan, feederM, opticClass }
}

const wordsOf = (value: TestResult['value'], customer: number | undefined) => ({
  value: shown(value),
  ...(typeof value === 'number' && { count: value }),
  ...(customer !== undefined && { customer }),
})

/** Tests that need a column some OLTs lack. */
const columnOf: Partial<Record<TestResult['code'], PlantColumn>> = {
  rx_ont: 'rx',
  rx_olt: 'oltRx',
  distancia: 'distance',
  errores: 'errors',
  ethernet: 'ethernet',
  sesion: 'session',
}

function textOf({ code, word, value, customer }: TestResult, unsupported: readonly PlantColumn[]): string {
  if (word !== 'sin_comprobar') return text(`diagnosis.${code}.${word}`, wordsOf(value, customer))
  const column = columnOf[code]
  return text(column && unsupported.includes(column) ? 'diagnosis.unsupported' : 'diagnosis.unknown')
}

const testsOf = (tests: readonly TestResult[], unsupported: readonly PlantColumn[] = []): DiagnosisRecord['tests'] =>
  tests.map((test, index) => ({
    number: index + 1,
    code: test.code,
    name: text(`diagnosis.test.${test.code}`),
    result_flag: test.result_flag as 1 | 2 | 3,
    level: test.level,
    text: textOf(test, unsupported),
    value: test.value,
  }))

/** Number of tests that need only records, and those that need the PON as well. */
const early = { records: 1, pon: 3 }

/** Tests that can be judged before the box and the ONT are read. */
function earlyTests(access: FoundAccess, pon: PonState | null): DiagnosisRecord['tests'] {
  const box = { others: 0, dark: 0, medianDbm: null }
  const plant = pon && { ponUp: pon.up ?? true, tree: pon, box, line: null }
  const { tests } = diagnose({ inventory: inventoryOf(access), plant, outages: null })
  return testsOf(tests).slice(0, pon ? early.pon : early.records)
}

interface Read {
  line: LineAnswer | null
  /** The answering ONT belongs to another operator. */
  foreign: boolean
  outages: Outages | null
}

function recordOf(access: FoundAccess, { line, foreign, outages }: Read, at: string): DiagnosisRecord {
  const { tests, verdict, action } = diagnose({
    inventory: inventoryOf(access),
    outages,
    plant: line && plantFacts(access, line, foreign),
  })
  return {
    access_id: access.id,
    access: { id: access.id, code: access.code },
    taken_at: line ? line.box.takenAt.toISOString() : at,
    source: line?.box.source ?? null,
    verdict,
    verdict_text: text(`diagnosis.verdict.${verdict}`),
    action,
    action_text: text(`diagnosis.action.${action}`),
    tests: testsOf(tests, line?.unsupported),
  }
}

export const diagnosisCalls = {
  'admin_vno/ont/diagnosticoAcceso': (async ({ principal, sql, plant }, asked) => {
    const access = await findAccess(sql, principal, byName(asked))
    if (!access) throw new Problem('NOT_FOUND')
    const claimed = await sql.json(claimDiagnosis, [access.id, access.vno_id, lineTimes.diagnosis])
    if (claimed !== null) {
      const { wait, record } = JSON.parse(claimed) as { wait: number; record: DiagnosisRecord | null }
      throw new Problem('RATE_LIMITED', { retryAfter: wait, record })
    }
    try {
      const note = (tests: DiagnosisRecord['tests']) => sql.json(noteDiagnosis, [access.id, JSON.stringify(tests)])
      await note(earlyTests(access, null))
      // Progress for the waiting client; a failure to store it must not fail the diagnosis.
      const line = await readLine(plant, access, (pon) => void note(earlyTests(access, pon)).catch(() => undefined))
      const serialFound = line?.detail.serial ?? null
      const foreign = serialFound !== access.serial && (await isForeign(sql, access, serialFound))
      const outages = line && (await readOutages(plant, access, line.box.takenAt))
      const record = recordOf(access, { line, foreign, outages }, (await businessNow(sql)).toISOString())
      await sql.json(keepDiagnosis, [access.id, JSON.stringify(record)])
      return { record }
    } catch (error) {
      await sql.json(forgetDiagnosis, [access.id])
      throw error
    }
  }) satisfies ReadHandler<'admin_vno/ont/diagnosticoAcceso'>,

  'admin_vno/ont/diagnosisProgress': (async ({ principal, sql }, asked) => {
    const access = await findAccess(sql, principal, byName(asked))
    if (!access) throw new Problem('NOT_FOUND')
    return new Json(`{"record":${await sql.json(diagnosisSoFar, [access.id])}}`)
  }) satisfies ReadHandler<'admin_vno/ont/diagnosisProgress'>,
}
