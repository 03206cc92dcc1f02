/** Stories beyond the table in which no work touched a neighbour. */
import { setTimeout as sleep } from 'node:timers/promises'
import { darkBefore, switchedOff, type Fate } from './expect.ts'
import { misbehave, nameOf, setScene, variants, type Trial } from './trial.ts'
import { patienceMs } from '../poll.ts'
import type { NeighbourBox } from '../watched-box.ts'
import { prepare } from './rows-5-8.ts'
import type { Stage } from './stage.ts'

const hour = 3600
const clean = { verdict: ['limpia'], code: true, closed: true } as const
/** No work is blamed, whatever the doubts. */
const notBlamed: Fate = {
  truth: 'untouched',
  class: ['igual', 'apagado', 'no_concluyente'],
  blame: false,
  case: false,
  told: [],
}

/** Whether one uncovered cut is stored for the box. */
async function isNoticed(stage: Stage, box: NeighbourBox): Promise<boolean> {
  const query = { filter: { cto_id: box.cto.id }, limit: 20 }
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(300)) {
    const { records } = await stage.ask<{ records: object[] }>('admin_vno/uncovered_cuts/get', query, stage.neutral)
    if (records.length > 0) return records.length === 1
  }
  return false
}

export const innocents: readonly Trial[] = [
  {
    row: null,
    name: 'a hair is pulled in another box of the same tree: nothing of this work, and noticed there',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand, fault } = scene
      const { sibling } = stage
      if (!sibling) throw new Error('no other box of the tree')
      const work = await stage.start(hand)
      await stage.act({ action: 'unplug', port: 1 }, sibling)
      await stage.clock(30)
      await stage.end(work, 'finalize')
      await scene.says(work, clean)
      if (!(await isNoticed(stage, sibling))) fault('the cut in the other box is kept nowhere')
    },
  },
  {
    row: null,
    name: 'the reading that another technician prepared counts for nobody else',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage } = scene
      await prepare(scene)
      await stage.clock(600)
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(120)
      const work = await stage.start(await stage.hand())
      await stage.end(work, 'finalize')
      await scene.says(work, { verdict: ['no_concluyente'], code: false, closed: true, fates: { 2: darkBefore } })
    },
  },
  ...variants.flatMap((variant): Trial[] => [
    {
      row: null,
      name: `the customer is given up by his operator during the work (${nameOf(variant)})`,
      async play(door, score) {
        const scene = await setScene(door, score, variant)
        const { stage, hand } = scene
        const work = await stage.start(hand)
        const asked = { access_id: stage.box.accesses[1]?.id, reason: 'Se da de baja' }
        await stage.ask('admin_vno/unsubscriptions/create', asked, stage.owner)
        await stage.clock(60)
        await stage.end(work, variant.ending)
        await scene.says(work, { ...clean, fates: { 2: switchedOff } })
      },
    },
    {
      row: null,
      name: `the operator resets the ONT of a neighbour during the work (${nameOf(variant)})`,
      async play(door, score) {
        const scene = await setScene(door, score, variant)
        const { stage, hand } = scene
        const work = await stage.start(hand)
        const asked = { access_id: stage.box.accesses[1]?.id, reason: 'No navega', confirm: true }
        await stage.ask('admin_vno/ont/resetONT', asked, stage.owner)
        await stage.clock(60)
        await stage.end(work, variant.ending)
        await scene.says(work, { ...clean, fates: { 2: switchedOff } })
      },
    },
    {
      row: null,
      name: `the OLT restarts during the work, one customer was dark for a day (${nameOf(variant)})`,
      async play(door, score) {
        const scene = await setScene(door, score, variant)
        const { stage, hand } = scene
        await stage.act({ action: 'unplug', port: 3 })
        await stage.clock(86_400)
        const work = await stage.start(hand)
        await stage.act({ action: 'olt_restart' })
        await stage.clock(310)
        await stage.end(work, variant.ending)
        await scene.says(work, { closed: true, fates: { 3: notBlamed } })
      },
    },
    {
      row: null,
      name: `the work opens while the tree is down, which comes back during it (${nameOf(variant)})`,
      async play(door, score) {
        const scene = await setScene(door, score, variant)
        const { stage, hand } = scene
        await stage.act({ action: 'unplug' })
        await stage.clock(600)
        const work = await stage.start(hand)
        await stage.act({ action: 'plug' })
        await stage.clock(310)
        await stage.end(work, variant.ending)
        const all = Object.fromEntries(stage.box.ports.map(({ number }) => [number, notBlamed]))
        await scene.says(work, { closed: true, fates: all })
      },
    },
    {
      row: null,
      name: `every alarm comes twice and half a minute late: a customer switches off and on (${nameOf(variant)})`,
      async play(door, score) {
        const scene = await setScene(door, score, variant)
        const { stage, hand } = scene
        const work = await stage.start(hand)
        await misbehave(stage, { doubled: 1, late: 1, lateMs: [20_000, 40_000] })
        await stage.act({ action: 'power_off', port: 2 })
        await stage.clock(15)
        await stage.act({ action: 'power_on', port: 2 })
        await stage.clock(60)
        await stage.end(work, variant.ending)
        await scene.says(work, { ...clean, fates: { 2: switchedOff } })
      },
    },
    {
      row: null,
      name: `the clock of the OLT is two hours ahead: a customer was pulled three hours before (${nameOf(variant)})`,
      async play(door, score) {
        const scene = await setScene(door, score, variant)
        const { stage, hand } = scene
        await misbehave(stage, { clockMs: 2 * hour * 1000 })
        await stage.act({ action: 'unplug', port: 2 })
        await stage.clock(3 * hour)
        const work = await stage.start(hand)
        await stage.end(work, variant.ending)
        await scene.says(work, { closed: true, fates: { 2: notBlamed } })
      },
    },
    {
      row: null,
      name: `the power of the street goes while the OLT is silent (${nameOf(variant)})`,
      async play(door, score) {
        const scene = await setScene(door, score, variant)
        const { stage, hand } = scene
        const work = await stage.start(hand)
        await stage.act({ action: 'olt_down' })
        await stage.act({ action: 'power_off' })
        await stage.clock(120)
        await stage.act({ action: 'power_on' })
        await stage.clock(20)
        await stage.act({ action: 'olt_up' })
        await stage.clock(31)
        await stage.end(work, variant.ending)
        const all = Object.fromEntries(stage.box.ports.map(({ number }) => [number, notBlamed]))
        await scene.says(work, { closed: true, fates: all })
      },
    },
    {
      row: null,
      name: `nobody of the box has light (${nameOf(variant)})`,
      async play(door, score) {
        const scene = await setScene(door, score, variant)
        const { stage, hand } = scene
        await stage.act({ action: 'power_off' })
        await stage.clock(hour)
        const work = await stage.start(hand)
        await stage.end(work, variant.ending)
        await scene.says(work, { closed: true })
      },
    },
    {
      row: null,
      name: `a box without customers (${nameOf(variant)})`,
      async play(door, score) {
        const scene = await setScene(door, score, { ...variant, count: 0 })
        const { stage, hand } = scene
        const work = await stage.start(hand)
        await stage.end(work, variant.ending)
        await scene.says(work, { closed: true })
      },
    },
  ]),
]
