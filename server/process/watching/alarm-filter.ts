/** Filters arriving alarms: drops duplicates and limits storms. */

/** Fields that identify an alarm of an OLT. Times in ms since 1970. */
export interface Arrival {
  /** Grows with each alarm of an OLT. */
  cursor: number
  kind: string
  ponId: number | null
  ontId: number | null
  serial: string | null
  /** When it was received. */
  at: number
  /** By the OLT's own clock; null if the alarm has no time. */
  deviceAt: number | null
}

/** Alarms of one OLT stored per second; the rest is counted. Alarms of a whole PON or OLT are exempt. */
const stormLimit = 200
/** Longest time for an OLT to repeat an alarm, and for the network to deliver a copy, ms. */
export const repeatMs = 1000
export const lateCopyMs = 30 * 60_000

const ofOnt = ({ ontId, serial }: Arrival) => serial !== null || ontId !== null
const subject = ({ ponId, ontId, serial }: Arrival) => serial ?? `${ponId}/${ontId}`
const secondOf = ({ at }: Arrival) => Math.floor(at / 1000)

/** True for a duplicate: the same device time, however late, or within a second with no other alarm of its ONT between. */
function isRepeated(alarm: Arrival, before: readonly Arrival[]): boolean {
  const near = before.filter(({ at }) => Math.abs(alarm.at - at) <= repeatMs)
  const sameMoment = (one: Arrival) => one.deviceAt !== null && one.deviceAt === alarm.deviceAt
  return near.at(-1)?.kind === alarm.kind || before.some((one) => one.kind === alarm.kind && sameMoment(one))
}

/**
 * Splits alarms into those to store and those only to count; duplicates are in neither.
 * @param known stored alarms of the same OLT, at least those of the second before the first arrival and those of the same
 * device times
 * @param arrived in the order in which the OLT sent them
 */
export function sift<T extends Arrival>(
  known: readonly Arrival[],
  arrived: readonly T[],
): { accepted: T[]; beyond: T[] } {
  const bySubject = new Map<string, Arrival[]>()
  const bySecond = new Map<number, number>()
  const note = (alarm: Arrival) => {
    const of = bySubject.get(subject(alarm))
    if (of) of.push(alarm)
    else bySubject.set(subject(alarm), [alarm])
    if (ofOnt(alarm)) bySecond.set(secondOf(alarm), (bySecond.get(secondOf(alarm)) ?? 0) + 1)
  }
  for (const alarm of known) note(alarm)
  const accepted: T[] = []
  const beyond: T[] = []
  for (const alarm of arrived) {
    if (isRepeated(alarm, bySubject.get(subject(alarm)) ?? [])) continue
    if (ofOnt(alarm) && (bySecond.get(secondOf(alarm)) ?? 0) >= stormLimit) beyond.push(alarm)
    else {
      accepted.push(alarm)
      note(alarm)
    }
  }
  return { accepted, beyond }
}
