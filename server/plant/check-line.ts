/** Validates a plant's data of one line; implausible values become null. */
import { downCauses, type Vlan } from '@hilo/domain/diagnosis.ts'
import { linkStates } from '@hilo/domain/status.ts'
import { figure, instant, serial, word } from './check.ts'
import { byOurClock, type OltClock } from './olt-clock.ts'
import type { LineCounters, LineDetail, LineHistory } from './plant.ts'

/** Unvalidated input: no field is sure to have its type. */
type Raw<T> = Partial<Record<keyof T, unknown>>

const longestText = 64
/** Seconds of twenty years. */
const longestUptime = 20 * 365 * 86_400
const mostPoints = 24 * 31
const mostDowns = 20

function object<T>(value: unknown): Raw<T> {
  return typeof value === 'object' && value !== null ? value : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function count(value: unknown, most = Number.MAX_SAFE_INTEGER): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? value : null
}

/** Printable characters only: the ONT's texts come from its manufacturer. */
function label(value: unknown): string | null {
  return typeof value === 'string' && /^[\x20-\x7e]+$/.test(value) && value.length <= longestText ? value : null
}

function vlan(value: unknown): Vlan | null {
  const { s, c } = object<Vlan>(value)
  const outer = count(s, 4094)
  const inner = count(c, 4094)
  return outer === null && inner === null ? null : { s: outer, c: inner }
}

function counters(value: unknown): LineCounters | null {
  if (typeof value !== 'object' || value === null) return null
  const raw = object<LineCounters>(value)
  return {
    rxBytes: count(raw.rxBytes),
    txBytes: count(raw.txBytes),
    bip: count(raw.bip),
    fecCorrected: count(raw.fecCorrected),
    fecUncorrected: count(raw.fecUncorrected),
  }
}

export function checkDetail(answer: unknown): LineDetail {
  const raw = object<LineDetail>(answer)
  return {
    serial: serial(raw.serial),
    model: label(raw.model),
    software: label(raw.software),
    profile: label(raw.profile),
    vlan: vlan(raw.vlan),
    ethernet: word(raw.ethernet, linkStates),
    session: word(raw.session, linkStates),
    uptimeS: count(raw.uptimeS, longestUptime),
    counters: counters(raw.counters),
  }
}

/** An invalid time drops its point or darkness. */
export function checkHistory(answer: unknown, clock: OltClock | null): LineHistory {
  const raw = object<LineHistory>(answer)
  // Demonstration time may be ahead of the machine's clock.
  const latest = new Date(8.64e15)
  const time = (value: unknown) => instant(value instanceof Date ? byOurClock(value, clock) : null, latest)
  const points = list(raw.points).slice(-mostPoints)
  return {
    points: points.flatMap((one) => {
      const { at, rxDbm, oltRxDbm } = object<LineHistory['points'][number]>(one)
      const when = instant(at, latest)
      return when ? [{ at: when, rxDbm: figure(rxDbm), oltRxDbm: figure(oltRxDbm) }] : []
    }),
    downs: list(raw.downs)
      .slice(0, mostDowns)
      .flatMap((one) => {
        const { at, cause, upAt } = object<LineHistory['downs'][number]>(one)
        const when = time(at)
        return when ? [{ at: when, cause: word(cause, downCauses) ?? 'unknown', upAt: time(upAt) }] : []
      }),
  }
}
