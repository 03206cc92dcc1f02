/** Events before the work, cancelled works, old damage, and cuts by duration. */
import type { Verdict } from '@hilo/domain/status.ts'
import type { Work } from './stage.ts'
import { cutAndBack, darkBefore, switchedOff, unplugged, untouched, weakened, type Fate } from './expect.ts'
import { prepare } from './rows-5-8.ts'
import { nameOf, setScene, variants, type Scene, type Trial } from './trial.ts'

const quarter = 15 * 60
const day = 86_400

/** A neighbour goes dark so many seconds before the request; expected `fate`. */
const before: readonly { name: string; seconds: number; off?: boolean; fate: Fate; clean: boolean }[] = [
  { name: 'pulled one minute before the opening', seconds: 60, fate: darkBefore, clean: false },
  { name: 'pulled 28 minutes before the opening', seconds: 28 * 60, fate: darkBefore, clean: false },
  { name: 'pulled two hours before the opening', seconds: 7200, fate: untouched, clean: true },
  { name: 'switched off one minute before the opening', seconds: 60, off: true, fate: switchedOff, clean: true },
]
const row13: Trial[] = [
  ...variants.flatMap((variant) =>
    before.map(({ name, seconds, off, fate, clean }): Trial => ({
      row: 13,
      name: `row 13: ${name} (${nameOf(variant)})`,
      async play(door, score) {
        const scene = await setScene(door, score, variant)
        const { stage, hand } = scene
        await stage.act({ action: off === true ? 'power_off' : 'unplug', port: 2 })
        await stage.clock(seconds)
        const work = await stage.start(hand)
        await stage.end(work, variant.ending)
        const verdict: readonly Verdict[] = clean ? ['limpia'] : ['no_concluyente']
        await scene.says(work, { verdict, code: clean, closed: true, fates: { 2: fate } })
      },
    })),
  ),
  {
    row: 13,
    name: 'row 13: a prepared reading expires, the neighbour was pulled ten minutes before the request',
    cheat: 'letting a prepared reading expire',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      await prepare(scene)
      await stage.clock(3600)
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(600)
      const work = await stage.start(hand)
      await stage.end(work, 'finalize')
      await scene.says(work, { verdict: ['no_concluyente'], code: false, closed: true, fates: { 2: darkBefore } })
    },
  },
  {
    row: 13,
    name: 'row 13: put back before the opening what was pulled five minutes before it',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(120)
      await stage.act({ action: 'plug', port: 2 })
      await stage.clock(180)
      const work = await stage.start(hand)
      await stage.end(work, 'finalize')
      await scene.says(work, { closed: true, fates: { 2: { ...untouched, class: ['igual', 'no_concluyente'] } } })
    },
  },
]

const row14: Trial[] = variants.map((variant): Trial => ({
  row: 14,
  name: `row 14: weakened by 6 dB for two hours, mended, weakened by 4 dB four days later in a work (${nameOf(variant)})`,
  async play(door, score) {
    const scene = await setScene(door, score, variant)
    const { stage, hand } = scene
    await stage.days(6)
    await stage.act({ action: 'degrade', port: 2, db: 6 })
    for (let look = 0; look < 2; look++) {
      await stage.clock(3700)
      await stage.ask('admin_vno/neighbors/queryState', { cto_id: stage.box.cto.id }, stage.neutral)
    }
    await stage.act({ action: 'plug', port: 2 })
    await stage.days(4)
    const work = await stage.start(hand)
    await stage.act({ action: 'degrade', port: 2, db: 4 })
    await stage.clock(5)
    await stage.end(work, variant.ending)
    const fate: Fate = { ...weakened, told: ['owner'] }
    await scene.says(work, { verdict: ['degradada'], code: false, closed: true, fates: { 2: fate } })
  },
}))

/** A work that is cancelled while its OLT is silent; a neighbour is pulled meanwhile. */
async function giveUp({ stage }: Scene, own: boolean, first: Scene['hand']): Promise<Work> {
  await stage.act({ action: 'olt_down' })
  const work = await stage.begin(await stage.hand(own ? first.vno : undefined))
  await stage.clock(3)
  await stage.act({ action: 'unplug', port: 2 })
  await stage.clock(3)
  const query = { event_id: work.id, reason: 'Sin respuesta' }
  await stage.ask('admin_vno/events/cancel', query, work.hand.token)
  stage.open.length = 0
  await stage.act({ action: 'olt_up' })
  await stage.clock(32)
  return work
}

async function hasCase({ stage, fault }: Scene, given: Work): Promise<void> {
  const found = (await stage.cases(given)).some(({ port, class: one }) => port === 2 && one === 'desconectado')
  if (!found) fault('the work that was given up has no case of port 2, which was cut during it')
}

const row15: Trial[] = [
  ...([true, false] as const).map((own): Trial => ({
    row: 15,
    name: `row 15: a work of ${own ? 'the same' : 'another'} operator is given up before it opens, a neighbour cut during it; an earlier clean work of the box`,
    cheat: 'cutting while the OLT is silent before opening, then giving up',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.end(work, 'finalize')
      await scene.says(work, { verdict: ['limpia'], code: true, closed: true })
      const given = await giveUp(scene, own, hand)
      await stage.control(quarter)
      const control = { phase: 'control_15min', verdict: [own ? 'con_desconectados' : 'no_concluyente'] } as const
      // The case belongs to the latest of the works that may have done it.
      await scene.says(work, { closed: true, fates: { 2: { ...unplugged, case: null, told: ['owner'] } }, control })
      await hasCase(scene, given)
    },
  })),
  {
    row: 15,
    name: 'row 15: a work is given up before it opens, a neighbour cut during it; the next work of the box is not blamed',
    cheat: 'cutting while the OLT is silent before opening, then giving up',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      const given = await giveUp(scene, false, hand)
      await stage.clock(60)
      const work = await stage.start(hand)
      await stage.end(work, 'finalize')
      const fate: Fate = { ...untouched, class: ['igual', 'no_concluyente'], case: null }
      await scene.says(work, { closed: true, fates: { 2: fate } })
      await stage.control(quarter)
      await hasCase(scene, given)
    },
  },
]

const lengths: readonly { seconds: number; fate: Fate; verdict: 'con_microcortes' | 'con_cortes' }[] = [
  { seconds: 107, fate: cutAndBack, verdict: 'con_cortes' },
  { seconds: 25, fate: cutAndBack, verdict: 'con_cortes' },
  {
    seconds: 3,
    fate: { ...cutAndBack, class: ['microcorte'], level: 'ok', blame: false },
    verdict: 'con_microcortes',
  },
]
const row16: Trial[] = variants.flatMap((variant) => [
  ...lengths.map(({ seconds, fate, verdict }): Trial => ({
    row: 16,
    name: `row 16: without light for about ${seconds} s, put back (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.cut(2)
      await stage.clock(seconds)
      await stage.mend(2)
      await stage.end(work, variant.ending)
      const code = verdict === 'con_microcortes'
      await scene.says(work, { verdict: [verdict], code, closed: true, fates: { 2: fate } })
    },
  })),
  {
    row: 16,
    name: `row 16: without light for 107 s while the OLT is silent, found by reading alone (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.act({ action: 'olt_down' })
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(107)
      await stage.act({ action: 'plug', port: 2 })
      await stage.clock(5)
      await stage.act({ action: 'olt_up' })
      await stage.clock(31)
      await stage.end(work, variant.ending)
      await scene.says(work, { verdict: ['con_cortes'], code: false, closed: true, fates: { 2: cutAndBack } })
    },
  },
  {
    row: 16,
    name: `row 16: the alarm is heard, the cut put back and controlled twice: the report stays amber (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.cut(2)
      await stage.clock(40)
      await stage.mend(2)
      await stage.end(work, variant.ending)
      await stage.control(quarter)
      await stage.control(day)
      await scene.says(work, { verdict: ['con_cortes'], code: false, closed: true, fates: { 2: cutAndBack } })
    },
  },
])

export const rows13to16: readonly Trial[] = [...row13, ...row14, ...row15, ...row16]
