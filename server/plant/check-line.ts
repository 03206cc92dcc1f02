/** What a plant says of one line, as far as it can be true; the rest is null. */
import { downCauses, type Vlan } from '@hilo/domain/diagnosis.ts'
import { figure, instant, serialForm, word } from './check.ts'
import type { LineCounters, LineDetail, LineHistory } from './plant.ts'

/** Fields of whatever came, none of which is sure to be what its type says. */
type Raw<T> = Partial<Record<keyof T, unknown>>

const sides = ['up', 'down'] as const
const longestText = 64
/** Twenty years, in seconds. */
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

/** Printable characters alone: what an ONT calls itself is made by whoever built it. */
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
  const raw = object<LineCounters>(value)
  const [rxBytes, txBytes, bip] = [count(raw.rxBytes), count(raw.txBytes), count(raw.bip)]
  const [fecCorrected, fecUncorrected] = [count(raw.fecCorrected), count(raw.fecUncorrected)]
  if (rxBytes === null || txBytes === null || bip === null || fecCorrected === null || fecUncorrected === null)
    return null
  return { rxBytes, txBytes, bip, fecCorrected, fecUncorrected }
}

export function checkDetail(said: unknown): LineDetail {
  const raw = object<LineDetail>(said)
  return {
    serial: typeof raw.serial === 'string' && serialForm.test(raw.serial) ? raw.serial : null,
    model: label(raw.model),
    software: label(raw.software),
    profile: label(raw.profile),
    vlan: vlan(raw.vlan),
    ethernet: word(raw.ethernet, sides),
    session: word(raw.session, sides),
    uptimeS: count(raw.uptimeS, longestUptime),
    counters: counters(raw.counters),
  }
}

/** An instant that is none leaves its point or its darkness out: nothing is known of when it was. */
export function checkHistory(said: unknown): LineHistory {
  const raw = object<LineHistory>(said)
  // What was in demonstration time lies ahead of the machine's own.
  const latest = new Date(8.64e15)
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
        const when = instant(at, latest)
        return when ? [{ at: when, cause: word(cause, downCauses) ?? 'unknown', upAt: instant(upAt, latest) }] : []
      }),
  }
}
