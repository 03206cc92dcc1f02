/** What the plant has reported to the product of one darkness and of its end. */
import { epoch, minute, second } from './plan.ts'
import type { History, Session } from './case-file.ts'
import type { TrueDark, TrueOnt } from './world.ts'

/** Moments are whole seconds at the OLT, and up to 5 s late where only an alarm tells. */
export const clockSlack = 6 * second
export const lateAlarm = 5 * second

/** Its alarm was heard, or the OLT's memory of it was read. */
export function isTold(history: History, { at }: Session, one: TrueOnt, dark: TrueDark): boolean {
  return history.items(one).some(({ arrives, evidence }) => {
    if (arrives > at) return false
    if (evidence.kind === 'reading')
      return evidence.last_down_at !== null && Math.abs(evidence.last_down_at - epoch - dark.from) <= clockSlack
    return evidence.alarm !== 'up' && evidence.at >= epoch + dark.from && evidence.at <= epoch + dark.from + lateAlarm
  })
}

/** A reading found it dark, and light had been seen before. */
export function isFound(history: History, { at }: Session, one: TrueOnt, { from, to }: TrueDark): boolean {
  const readings = history
    .items(one)
    .filter(({ arrives }) => arrives <= at)
    .flatMap(({ evidence }) => (evidence.kind === 'reading' ? [evidence] : []))
  const dark = readings.some(
    ({ state, at: when }) =>
      state !== 'unknown' && state !== 'online' && when >= epoch + from && when < epoch + (to ?? Infinity),
  )
  return dark && readings.some(({ state, at: when }) => state === 'online' && when < epoch + from)
}

/** An alarm or the OLT's memory says when the light was back; else the next reading that finds it bounds the length. */
export function isReturnTold(history: History, { at }: Session, one: TrueOnt, to: number | null): boolean {
  if (to === null) return true
  return history.items(one).some(({ arrives, evidence }) => {
    const told = evidence.kind === 'reading' ? evidence.last_up_at : evidence.alarm === 'up' ? evidence.at : null
    return arrives <= at && told !== null && Math.abs(told - epoch - to) <= clockSlack
  })
}

/** A reading found its light between two moments. */
export const isFoundLit = (history: History, one: TrueOnt, from: number, to: number) =>
  history.items(one).some(({ evidence: { at, ...rest } }) => {
    const isLit = 'state' in rest && rest.state === 'online'
    return isLit && at >= epoch + from && at <= epoch + to
  })

/** The return from the darkness before this moment was heard, or a reading found the light. */
export function isSeenLit(history: History, { work }: Session, one: TrueOnt, before: number): boolean {
  const back = one.darks.findLast(({ to }) => to !== null && to <= before)?.to
  if (back === undefined || back === null) return true
  return history.items(one).some(({ evidence }) => {
    const since = Math.max(back, work.from - 30 * minute)
    if (evidence.at < epoch + since || evidence.at > epoch + before) return false
    return evidence.kind === 'reading' ? evidence.state === 'online' : evidence.alarm === 'up'
  })
}
