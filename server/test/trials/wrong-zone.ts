/** OLTs whose clock has a constant offset of hours, such as a wrong time zone: its times are used, and cause no false blame. */
import type { Door } from './api-access.ts'
import { cutAndBack, untouched, type Fate } from './expect.ts'
import { behave, everybody, oddRow as row } from './faulty-olt.ts'
import type { Stage } from './stage.ts'
import { setScene, type Trial } from './trial.ts'

const hour = 3_600_000

/** Its clock is measured, and once more after a while. */
async function measured(door: Door, stage: Stage, clockMs: number): Promise<void> {
  await behave(door, stage, { clockMs })
  for (let look = 0; look < 2; look++) {
    await stage.ask('admin_vno/neighbors/queryState', { cto_id: stage.box.cto.id }, stage.neutral)
    await stage.clock(700)
  }
}

async function pulledFor(stage: Stage, seconds: number): Promise<void> {
  await stage.act({ action: 'unplug', port: 2 })
  await stage.clock(seconds)
  await stage.act({ action: 'plug', port: 2 })
  await stage.clock(20)
}

/** Lost light and recovered it without an alarm and without times: in doubt, no code and no blame. */
const undated: Fate = { ...cutAndBack, class: ['no_concluyente'], blame: false, told: ['owner'] }

const noClock: Trial = {
  row,
  name: 'cut for a minute while the OLT does not answer, which tells no clock',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand } = scene
    await behave(door, stage, { clockSilent: true })
    const work = await stage.start(hand)
    await stage.act({ action: 'olt_down' })
    await pulledFor(stage, 60)
    await stage.act({ action: 'olt_up' })
    await stage.clock(60)
    await stage.end(work, 'finalize')
    await scene.says(work, { verdict: ['no_concluyente'], code: false, closed: true, fates: { 2: undated } })
  },
}

const zones: readonly Trial[] = [-hour, hour, 2 * hour].flatMap((clockMs): Trial[] => [
  {
    row,
    name: `cut for a minute while the OLT does not answer, whose clock is ${clockMs / hour} h off`,
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      await measured(door, stage, clockMs)
      const work = await stage.start(hand)
      await stage.act({ action: 'olt_down' })
      await pulledFor(stage, 60)
      await stage.act({ action: 'olt_up' })
      await stage.clock(60)
      await stage.end(work, 'finalize')
      await scene.says(work, { verdict: ['con_cortes'], code: false, closed: true, fates: { 2: cutAndBack } })
    },
  },
  {
    row,
    name: `a cut that was over before the request, its alarms 200 s late, by a clock that is ${clockMs / hour} h off`,
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      await measured(door, stage, clockMs)
      await behave(door, stage, { clockMs, late: 1, lateMs: [200_000, 200_000] })
      await pulledFor(stage, 40)
      await stage.clock(60)
      const work = await stage.start(hand)
      await stage.clock(600)
      await stage.end(work, 'finalize')
      await scene.says(work, { closed: true, fates: everybody(stage, untouched) })
    },
  },
])

export const wrongZone: readonly Trial[] = [noClock, ...zones]
