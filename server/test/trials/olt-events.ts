/** Spontaneous events of an OLT and the mains, and unrecorded positions. */
import type { Manner } from '../../plant/simulated/manner.ts'
import { insert } from '../factories.ts'
import { makeNeighbours } from '../watched-box.ts'
import { switchedOff, unplugged, untouched, type Fate } from './expect.ts'
import { behave, blocked, everybody, oddRow } from './faulty-olt.ts'
import { setScene, type Trial } from './trial.ts'

const row = oddRow

/** The OLT, or the card of the tree, restarts during work; a neighbour unplugged before stays so. */
const restarts: Trial[] = (['olt_restart', 'card_restart'] as const).flatMap((action) =>
  ([false, true] as const).flatMap((mute): Trial[] => {
    const how = `${action === 'olt_restart' ? 'the OLT' : 'a card'} starts again${mute ? ', and its alarm is lost' : ''}`
    const manner: Manner = mute ? { mute: ['agent_restart', 'pon_los', 'pon_los_clear'] } : {}
    return [
      {
        row,
        name: `${how}: nobody is blamed`,
        async play(door, score) {
          const scene = await setScene(door, score)
          const { stage, hand } = scene
          await behave(door, stage, manner)
          const work = await stage.start(hand)
          await stage.clock(300)
          await stage.act({ action })
          await stage.clock(30)
          await stage.end(work, 'finalize')
          await scene.says(work, { closed: true, fates: everybody(stage, untouched) })
        },
      },
      {
        row,
        name: `${how}: who was unplugged before is found`,
        async play(door, score) {
          const scene = await setScene(door, score)
          const { stage, hand } = scene
          await behave(door, stage, manner)
          const work = await stage.start(hand)
          await stage.clock(300)
          await stage.cut(2)
          await stage.clock(30)
          await stage.act({ action })
          await stage.clock(30)
          await stage.end(work, 'finalize')
          await scene.says(work, { ...blocked, fates: { 2: unplugged } })
        },
      },
    ]
  }),
)

/** LOS without a dying gasp on power loss: indistinguishable from a hand. */
const lightLost: Fate = { ...unplugged, truth: 'undecidable' }

const powers: Trial[] = [
  {
    row,
    name: 'the power of the whole box goes: nobody is blamed',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.act({ action: 'power_off' })
      await stage.clock(120)
      await stage.end(work, 'finalize')
      await scene.says(work, { closed: true, fates: everybody(stage, switchedOff) })
    },
  },
  {
    row,
    name: 'the power of the whole box goes and no ONT has a last gasp, but LOS: nobody is blamed',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      await behave(door, stage, { gasps: 0, losForGasp: true })
      const work = await stage.start(hand)
      await stage.act({ action: 'power_off' })
      await stage.clock(120)
      await stage.end(work, 'finalize')
      const fate: Fate = { ...untouched, class: ['no_concluyente'], case: null }
      await scene.says(work, { verdict: ['no_concluyente'], code: false, fates: everybody(stage, fate) })
    },
  },
  {
    row,
    name: 'a customer switches off and his ONT raises LOS instead of a gasp: his light is lost, as far as anybody knows',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      await behave(door, stage, { gasps: 0, losForGasp: true })
      const work = await stage.start(hand)
      await stage.act({ action: 'power_off', port: 2 })
      await stage.clock(120)
      await stage.end(work, 'finalize')
      await scene.says(work, { ...blocked, fates: { 2: lightLost } })
    },
  },
]

const feeder: Trial = {
  row,
  name: 'the tree falls, and of all alarms only that of the PON comes: nobody is blamed',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand } = scene
    await behave(door, stage, { mute: ['los'] })
    const work = await stage.start(hand)
    await stage.act({ action: 'unplug' })
    await stage.clock(40)
    await stage.act({ action: 'plug' })
    await stage.clock(61)
    await stage.end(work, 'finalize')
    await scene.says(work, { closed: true, fates: everybody(stage, untouched) })
  },
}

/** The ONT answers on another PON of its OLT. */
const moved: Trial = {
  row,
  name: 'a hair is put into a box of another PON: its ONT has moved, and is blamed on the work',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand } = scene
    const { oltId } = stage.box
    const pon = { olt_id: oltId, slot: 1, port: 2, code: `OLT-${oltId}/1/1/2`, tx_dbm: 5 }
    const other = await makeNeighbours(door.db, { ponId: await insert(door.db, 'pon', pon) })
    const work = await stage.start(hand)
    await stage.act({ action: 'swap', port: 2, port_to: 1, cto_code_to: other.cto.code })
    await stage.clock(30)
    await stage.end(work, 'finalize')
    const fate: Fate = { ...unplugged, class: ['movido'] }
    await scene.says(work, { ...blocked, fates: { 2: fate } })
  },
}

/** The ONTs of the positions are not recorded: no claims are made. */
const unknownPositions: Trial = {
  row,
  name: 'the inventory knows no ONT of the box: nobody is blamed, and nothing is said to be clean',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand } = scene
    await door.db.owner.query('update access set ont_serial = null where cto_id = $1', [stage.box.cto.id])
    const work = await stage.start(hand)
    await stage.act({ action: 'unplug', port: 2 })
    await stage.clock(60)
    await stage.end(work, 'finalize')
    const fate: Fate = { truth: 'undecidable', class: ['igual', 'no_concluyente'], blame: false, case: null, told: [] }
    await scene.says(work, { code: false, fates: everybody(stage, fate) })
  },
}

export const oltEvents: readonly Trial[] = [...restarts, ...powers, feeder, moved, unknownPositions]
