import type { Output } from '@hilo/contract/index.ts'
import { trafficLight } from '@hilo/domain/optics.ts'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import { normalCode } from '../../db/list-source.ts'
import { viewerOf } from '../../db/viewer.ts'
import { Json, type ReadHandler } from '../../http/handler.ts'
import type { BoxAnswer, Reader } from '../../plant/reader.ts'
import { qualityReports } from './report-calls.ts'
import { findBox, keptReading, liveReading, ownAccesses } from './queries.ts'

/** @throws Problem VALIDATION unless exactly one of the fields is there */
function onlyOne(fields: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(fields).filter((name) => fields[name] !== undefined)
  if (given.length === 1) return
  const code = given.length === 0 ? 'required' : 'value'
  const names = given.length === 0 ? Object.keys(fields).slice(0, 1) : given.slice(1)
  const details = names.map((field): ProblemDetail => ({ field, code, message: `validation.${code}` }))
  throw new Problem('VALIDATION', { details })
}

const silent = (error: unknown): error is Problem =>
  error instanceof Problem && (error.code === 'OLT_UNREACHABLE' || error.code === 'OLT_BUSY')

/**
 * The box as it is now, or as it was last read when its OLT does not answer; `error` says why.
 * @throws Problem OLT_UNREACHABLE or OLT_BUSY where nothing was ever read
 */
async function readOrRemember(plant: Reader, ctoId: number): Promise<{ answer: BoxAnswer; error: string | null }> {
  try {
    return { answer: await plant.readBox(ctoId, { purpose: 'demand' }), error: null }
  } catch (error) {
    if (!silent(error)) throw error
    const last = await plant.lastReading(ctoId)
    if (!last) throw error
    return { answer: { ...last, source: 'cache' }, error: error.code }
  }
}

type OwnState = Output<'admin_vno/neighbors/queryStateVNO'>['records'][number]
type Access = Pick<
  OwnState,
  'access_id' | 'access' | 'cto_id' | 'cto' | 'port_id' | 'port' | 'port_number' | 'port_state'
> & {
  /** The position is still this customer's. */
  held: boolean
}

function stateOf({ held, ...access }: Access, answer: BoxAnswer | undefined, error: string | null): OwnState {
  const reading = held ? answer?.readings.find(({ portId }) => portId === access.port_id) : undefined
  const state = reading?.state ?? 'unknown'
  const rx = reading?.rxDbm ?? null
  return {
    ...access,
    state,
    light: trafficLight(state, rx),
    rx_dbm: rx,
    olt_rx_dbm: reading?.oltRxDbm ?? null,
    distance_m: reading?.distanceM ?? null,
    last_down_at: reading?.lastDownAt?.toISOString() ?? null,
    last_down_cause: reading?.lastDownCause ?? null,
    read_at: reading?.readAt.toISOString() ?? null,
    age_s: reading && answer ? answer.ageS : null,
    error,
  }
}

/** Boxes read at once, and how long new readings are begun, in ms: the rest answers with what was last read. */
const atOnce = 4
const patience = 15_000

type BoxState = { answer?: BoxAnswer; error: string | null }

async function readBoxes(plant: Reader, boxes: readonly number[]): Promise<Map<number, BoxState>> {
  const found = new Map<number, BoxState>()
  const waiting = [...boxes]
  const began = performance.now()
  const work = async () => {
    for (let ctoId = waiting.shift(); ctoId !== undefined; ctoId = waiting.shift()) {
      if (performance.now() - began > patience) {
        const last = await plant.lastReading(ctoId)
        found.set(ctoId, { ...(last && { answer: last }), error: 'OLT_BUSY' })
        continue
      }
      const read = readOrRemember(plant, ctoId)
      const box = await read.catch((error: unknown) => {
        if (silent(error)) return { error: error.code }
        throw error
      })
      found.set(ctoId, box)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return found
}

/** Neighbours of a box, and one's own customers, as their OLT sees them. */
export const neighbors = {
  ...qualityReports,
  'admin_vno/neighbors/queryState': (async (context, { cto_code, cto_id, port_id, event_id, phase }) => {
    onlyOne({ cto_code, cto_id, port_id })
    if (phase !== undefined && phase !== 'live' && event_id === undefined) onlyOne({ event_id })
    const { sql, plant } = context
    const { vnoId, technicalId } = viewerOf(context.principal)
    const code = cto_code === undefined ? null : normalCode(cto_code)
    const kept = event_id !== undefined && phase !== undefined
    const asked = [code, cto_id ?? null, port_id ?? null, event_id ?? null, vnoId, technicalId, kept]
    const box = JSON.parse((await sql.json(findBox, asked)) ?? 'null') as { ctoId: number } | null
    if (!box) throw new Problem('NOT_FOUND')
    if (kept) {
      const text = await sql.json(keptReading, [event_id, phase, vnoId])
      if (text === null) throw new Problem('NOT_FOUND')
      return new Json(text)
    }
    const { answer } = await readOrRemember(plant, box.ctoId)
    const readings = answer.readings.map(({ port, state, rxDbm, oltRxDbm, readAt }) => ({
      port,
      state,
      rx_dbm: rxDbm,
      olt_rx_dbm: oltRxDbm,
      read_at: readAt.toISOString(),
    }))
    const { takenAt, source, completePct, ageS } = answer
    const values = [box.ctoId, event_id ?? null, takenAt, source, completePct, ageS, JSON.stringify(readings)]
    return new Json((await sql.json(liveReading, values)) ?? '')
  }) satisfies ReadHandler<'admin_vno/neighbors/queryState'>,

  'admin_vno/neighbors/queryStateVNO': (async (context, { access_id, accesses }) => {
    onlyOne({ accesses, access_id })
    const { vnoId, technicalId } = viewerOf(context.principal)
    const codes = accesses?.map(normalCode) ?? []
    const text = await context.sql.json(ownAccesses, [access_id ?? null, codes, vnoId, technicalId])
    const found = JSON.parse(text ?? '[]') as Access[]
    if (access_id !== undefined && found.length === 0) throw new Problem('NOT_FOUND')
    const boxes = new Set(found.filter(({ held }) => held).map(({ cto_id }) => cto_id))
    const read = await readBoxes(context.plant, [...boxes])
    const [only] = [...read.values()]
    if (access_id !== undefined && only?.error && !only.answer)
      throw new Problem(only.error === 'OLT_BUSY' ? 'OLT_BUSY' : 'OLT_UNREACHABLE', { retryAfter: 5 })
    const stateHere = (access: Access) => {
      const box = access.held ? read.get(access.cto_id) : undefined
      return stateOf(access, box?.answer, box?.error ?? null)
    }
    return { records: found.map(stateHere) }
  }) satisfies ReadHandler<'admin_vno/neighbors/queryStateVNO'>,
}
