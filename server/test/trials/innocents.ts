/** Stories beyond the table in which no work touched a neighbour. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  day,
  elsewhere,
  faulty,
  hour,
  oltDown,
  oltRestart,
  oltUp,
  plug,
  powerOff,
  powerOn,
  prepare,
  unplug,
} from './acts.ts'
import { clean, darkBefore, inDoubt, switchedOff, untouched, type Fate } from './expect.ts'
import { patienceMs } from '../poll.ts'
import type { Step } from './scene.ts'
import type { Stage } from './stage.ts'
import { inBothVariants, trials, type Trial } from './trial.ts'

/** No work is blamed, whatever the doubts. */
const notBlamed: Fate = { ...untouched, class: ['igual', 'apagado', 'no_concluyente'] }

/** Whether one uncovered cut is stored for the other box. */
async function isNoticed(stage: Stage): Promise<boolean> {
  const query = { filter: { cto_id: stage.sibling?.cto.id }, limit: 20 }
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(300)) {
    const { records } = await stage.ask<{ records: object[] }>('admin_vno/uncovered_cuts/get', query, stage.neutral)
    if (records.length > 0) return records.length === 1
  }
  return false
}

/** The operator of the customer of port 2 asks for something. */
const asks =
  (path: 'admin_vno/unsubscriptions/create' | 'admin_vno/ont/resetONT', query: object): Step =>
  ({ stage }) =>
    stage.ask(path, { access_id: stage.box.accesses[1]?.id, ...query }, stage.owner)

const once = trials(null, {
  'a hair is pulled in another box of the same tree: nothing of this work, and noticed there': async (scene) => {
    const { stage, workWith, says, fault } = scene
    const work = await workWith(elsewhere(unplug(1)), 30)
    await says(work, clean)
    if (!(await isNoticed(stage))) fault('the cut in the other box is kept nowhere')
  },
  'the reading that another technician prepared counts for nobody else': async ({ stage, run, end, says }) => {
    await run(prepare, 600, unplug(2), 120)
    const work = await stage.start(await stage.hand())
    await end(work)
    await says(work, { ...inDoubt, fates: { 2: darkBefore } })
  },
})

const inBoth = inBothVariants(null, {
  'the customer is given up by his operator during the work': {
    during: [asks('admin_vno/unsubscriptions/create', { reason: 'Se da de baja' }), 60],
    says: { ...clean, fates: { 2: switchedOff } },
  },
  'the operator resets the ONT of a neighbour during the work': {
    during: [asks('admin_vno/ont/resetONT', { reason: 'No navega', confirm: true }), 60],
    says: { ...clean, fates: { 2: switchedOff } },
  },
  'the OLT restarts during the work, one customer was dark for a day': {
    before: [unplug(3), day],
    during: [oltRestart, 310],
    says: { closed: true, fates: { 3: notBlamed } },
  },
  'the work opens while the tree is down, which comes back during it': {
    before: [unplug(), 600],
    during: [plug(), 310],
    says: { closed: true, others: notBlamed },
  },
  'every alarm comes twice and half a minute late: a customer switches off and on': {
    during: [faulty({ doubled: 1, late: 1, lateMs: [20_000, 40_000] }), powerOff(2), 15, powerOn(2), 60],
    says: { ...clean, fates: { 2: switchedOff } },
  },
  'the clock of the OLT is two hours ahead: a customer was pulled three hours before': {
    before: [faulty({ clockMs: 2 * hour * 1000 }), unplug(2), 3 * hour],
    says: { closed: true, fates: { 2: notBlamed } },
  },
  'the power of the street goes while the OLT is silent': {
    during: [oltDown, powerOff(), 120, powerOn(), 20, oltUp, 31],
    says: { closed: true, others: notBlamed },
  },
  'nobody of the box has light': { before: [powerOff(), hour], says: { closed: true } },
  'a box without customers': { count: 0, says: { closed: true } },
})

export const innocents: readonly Trial[] = [...once, ...inBoth]
