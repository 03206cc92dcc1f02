/** OLTs whose clock has a constant offset of hours, such as a wrong time zone: its times are used, and cause no false blame. */
import { faulty, oltDown, oltUp, plug, read, unplug } from './acts.ts'
import { cutAndBack, inDoubt, withCuts } from './expect.ts'
import { oddRow, trials, type Trial } from './trial.ts'

const hourMs = 3_600_000
const unheard = [oltDown, unplug(2), 60, plug(2), 20, oltUp, 60]
const late = { late: 1, lateMs: [200_000, 200_000] } as const

/** A clock is measured, and once more after a while. */
function zone(hours: number): Trial[] {
  const clockMs = hours * hourMs
  const measured = [faulty({ clockMs }), read, 700, read, 700]
  return trials(oddRow, {
    [`cut for a minute while the OLT does not answer, whose clock is ${hours} h off`]: {
      before: measured,
      during: unheard,
      says: { ...withCuts, fates: { 2: cutAndBack } },
    },
    [`a cut that was over before the request, its alarms 200 s late, by a clock that is ${hours} h off`]: {
      before: [...measured, faulty({ clockMs, ...late }), unplug(2), 40, plug(2), 20, 60],
      during: [600],
      says: { closed: true },
    },
  })
}

export const wrongZone: readonly Trial[] = [
  ...trials(oddRow, {
    // Lost light and recovered it without an alarm and without times: in doubt, no code and no blame.
    'cut for a minute while the OLT does not answer, which tells no clock': {
      before: [faulty({ clockSilent: true })],
      during: unheard,
      says: { ...inDoubt, fates: { 2: { ...cutAndBack, class: ['no_concluyente'], blame: false, told: ['owner'] } } },
    },
  }),
  ...[-1, 1, 2].flatMap(zone),
]
