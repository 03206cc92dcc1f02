/** Events before the work, cancelled works, old damage, and cuts by duration. */
import {
  control,
  cut,
  day,
  days,
  hour,
  mend,
  oltDown,
  oltUp,
  plug,
  powerOff,
  prepare,
  quarter,
  read,
  unplug,
  weaken,
} from './acts.ts'
import {
  clean,
  cutAndBack,
  darkBefore,
  degraded,
  inDoubt,
  shortCut,
  switchedOff,
  unplugged,
  untouched,
  weakened,
  withCuts,
  withShortCuts,
} from './expect.ts'
import type { Scene } from './scene.ts'
import type { Work } from './stage.ts'
import { inBothVariants, trials, type Story, type Trial } from './trial.ts'

const row13 = [
  ...inBothVariants(13, {
    'pulled one minute before the opening': {
      before: [unplug(2), 60],
      says: { ...inDoubt, fates: { 2: darkBefore } },
    },
    'pulled 28 minutes before the opening': {
      before: [unplug(2), 28 * 60],
      says: { ...inDoubt, fates: { 2: darkBefore } },
    },
    'pulled two hours before the opening': { before: [unplug(2), 2 * hour], says: clean },
    'switched off one minute before the opening': {
      before: [powerOff(2), 60],
      says: { ...clean, fates: { 2: switchedOff } },
    },
  }),
  ...trials(13, {
    'a prepared reading expires, the neighbour was pulled ten minutes before the request': {
      cheat: 'letting a prepared reading expire',
      before: [prepare, hour, unplug(2), 600],
      says: { ...inDoubt, fates: { 2: darkBefore } },
    },
    'put back before the opening what was pulled five minutes before it': {
      before: [unplug(2), 120, plug(2), 180],
      says: { closed: true, fates: { 2: { ...untouched, class: ['igual', 'no_concluyente'] } } },
    },
  }),
]

const row14 = inBothVariants(14, {
  'weakened by 6 dB for two hours, mended, weakened by 4 dB four days later in a work': {
    before: [days(6), weaken(2, 6), 3700, read, 3700, read, plug(2), days(4)],
    during: [weaken(2, 4), 5],
    says: { ...degraded, fates: { 2: { ...weakened, told: ['owner'] } } },
  },
})

/** A work that is cancelled while its OLT is silent; a neighbour is pulled meanwhile. */
async function giveUp({ stage, hand, run }: Scene, own: boolean): Promise<Work> {
  await run(oltDown)
  const work = await stage.begin(await stage.hand(own ? hand.vno : undefined))
  await run(3, unplug(2), 3)
  await stage.ask('admin_vno/events/cancel', { event_id: work.id, reason: 'Sin respuesta' }, work.hand.token)
  stage.open.length = 0
  await run(oltUp, 32)
  return work
}

async function hasCase({ stage, fault }: Scene, given: Work): Promise<void> {
  const found = (await stage.cases(given)).some(({ port, class: one }) => port === 2 && one === 'desconectado')
  if (!found) fault('the work that was given up has no case of port 2, which was cut during it')
}

const cheat = 'cutting while the OLT is silent before opening, then giving up'
const afterClean = (own: boolean): Story => ({
  cheat,
  async play(scene) {
    const { run, workWith, says } = scene
    const work = await workWith()
    await says(work, clean)
    const given = await giveUp(scene, own)
    await run(control(quarter))
    const control15 = { phase: 'control_15min', verdict: [own ? 'con_desconectados' : 'no_concluyente'] } as const
    // The case belongs to the latest of the works that may have done it.
    const fates = { 2: { ...unplugged, case: null, told: ['owner'] as const } }
    await says(work, { closed: true, fates, control: control15 })
    await hasCase(scene, given)
  },
})
const row15 = trials(15, {
  'a work of the same operator is given up before it opens, a neighbour cut during it; an earlier clean work of the box':
    afterClean(true),
  'a work of another operator is given up before it opens, a neighbour cut during it; an earlier clean work of the box':
    afterClean(false),
  'a work is given up before it opens, a neighbour cut during it; the next work of the box is not blamed': {
    cheat,
    async play(scene) {
      const { run, workWith, says } = scene
      const given = await giveUp(scene, false)
      await run(60)
      const work = await workWith()
      const fate = { ...untouched, class: ['igual', 'no_concluyente'] as const, case: null }
      await says(work, { closed: true, fates: { 2: fate } })
      await run(control(quarter))
      await hasCase(scene, given)
    },
  },
})

const row16 = inBothVariants(16, {
  'without light for about 107 s, put back': {
    during: [cut(2), 107, mend(2)],
    says: { ...withCuts, fates: { 2: cutAndBack } },
  },
  'without light for about 25 s, put back': {
    during: [cut(2), 25, mend(2)],
    says: { ...withCuts, fates: { 2: cutAndBack } },
  },
  'without light for about 3 s, put back': {
    during: [cut(2), 3, mend(2)],
    says: { ...withShortCuts, fates: { 2: shortCut } },
  },
  'without light for 107 s while the OLT is silent, found by reading alone': {
    during: [oltDown, unplug(2), 107, plug(2), 5, oltUp, 31],
    says: { ...withCuts, fates: { 2: cutAndBack } },
  },
  'the alarm is heard, the cut put back and controlled twice: the report stays amber': {
    during: [cut(2), 40, mend(2)],
    after: [control(quarter), control(day)],
    says: { ...withCuts, fates: { 2: cutAndBack } },
  },
})

export const rows13to16: readonly Trial[] = [...row13, ...row14, ...row15, ...row16]
