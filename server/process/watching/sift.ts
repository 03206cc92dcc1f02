/** Which of the alarms that arrive are written: each once, and of a storm no more than anybody can read. */

/** What tells alarms of one OLT apart. Moments in milliseconds since 1970. */
export interface Arrival {
  /** Grows with each alarm of an OLT. */
  cursor: number
  kind: string
  ponId: number | null
  ontId: number | null
  serial: string | null
  /** When it was received. */
  at: number
  /** By the OLT's own clock; null where it says none. */
  deviceAt: number | null
}

/** Alarms of one OLT written in one second; what comes beyond is counted. Alarms of a whole PON or OLT do not count. */
export const stormLimit = 200
/** An OLT repeats an alarm within this time, milliseconds. */
export const repeatMs = 1000

const ofOnt = ({ ontId, serial }: Arrival) => serial !== null || ontId !== null
const subject = ({ ponId, ontId, serial }: Arrival) => serial ?? `${ponId}/${ontId}`
const secondOf = ({ at }: Arrival) => Math.floor(at / 1000)

/** The same alarm again: at the same device time, or with nothing else of its ONT between the two. */
function isRepeated(alarm: Arrival, before: readonly Arrival[]): boolean {
  const near = before.filter(({ at }) => Math.abs(alarm.at - at) <= repeatMs)
  const sameMoment = (one: Arrival) => one.deviceAt !== null && one.deviceAt === alarm.deviceAt
  return near.at(-1)?.kind === alarm.kind || near.some((one) => one.kind === alarm.kind && sameMoment(one))
}

/**
 * Parts alarms into those to be written and those only to be counted; repeated ones are in neither.
 * @param known alarms of the same OLT that are written already, at least those of the second before the first that arrives
 * @param arrived in the order in which the OLT sent them
 */
export function sift<T extends Arrival>(known: readonly Arrival[], arrived: readonly T[]): { kept: T[]; beyond: T[] } {
  const bySubject = new Map<string, Arrival[]>()
  const bySecond = new Map<number, number>()
  const note = (alarm: Arrival) => {
    const of = bySubject.get(subject(alarm))
    if (of) of.push(alarm)
    else bySubject.set(subject(alarm), [alarm])
    if (ofOnt(alarm)) bySecond.set(secondOf(alarm), (bySecond.get(secondOf(alarm)) ?? 0) + 1)
  }
  for (const alarm of known) note(alarm)
  const kept: T[] = []
  const beyond: T[] = []
  for (const alarm of arrived) {
    if (isRepeated(alarm, bySubject.get(subject(alarm)) ?? [])) continue
    if (ofOnt(alarm) && (bySecond.get(secondOf(alarm)) ?? 0) >= stormLimit) beyond.push(alarm)
    else {
      kept.push(alarm)
      note(alarm)
    }
  }
  return { kept, beyond }
}
