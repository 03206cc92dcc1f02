/** What happens at a box, as steps of a trial. */
import type { Manner } from '../../plant/simulated/manner.ts'
import { SimulatedPlant } from '../../plant/simulated/simulated-plant.ts'
import type { Scene, Step } from './scene.ts'
import type { Deed, Stage } from './stage.ts'

export const quarter = 15 * 60
export const hour = 3600
export const day = 86_400

type OfPort = (port?: number) => Deed
const ofPort =
  (action: Deed['action']): OfPort =>
  (port) => ({ action, ...(port !== undefined && { port }) })
/** One hair, or the whole tree. */
export const unplug = ofPort('unplug')
export const plug = ofPort('plug')
/** One customer, or the whole box. */
export const powerOff = ofPort('power_off')
export const powerOn = ofPort('power_on')
export const weaken = (port: number, db: number): Deed => ({ action: 'degrade', port, db })
export const oltDown: Deed = { action: 'olt_down' }
export const oltUp: Deed = { action: 'olt_up' }
export const oltRestart: Deed = { action: 'olt_restart' }
/** The tree falls for so many seconds, and is back a minute later. */
export const fall = (seconds: number): Step[] => [unplug(), seconds, plug(), 61]

const ofStage =
  (what: 'cut' | 'mend' | 'control' | 'days') =>
  (value: number): Step =>
  ({ stage }) =>
    stage[what](value)
/** Waits for the alarms at open works, unlike `unplug` and `plug`. */
export const cut = ofStage('cut')
export const mend = ofStage('mend')
export const control = ofStage('control')
export const days = ofStage('days')
/** In another box of the same tree. */
export const elsewhere =
  (deed: Deed): Step =>
  async ({ stage }) => {
    if (!stage.sibling) throw new Error('the tree has one box')
    await stage.act(deed, stage.sibling)
  }
/** The neutral operator has the box read. */
export const read = ({ stage }: Scene): Promise<unknown> =>
  stage.ask('admin_vno/neighbors/queryState', { cto_id: stage.box.cto.id }, stage.neutral)
/** The technician has the box read before arriving. */
export const prepare = ({ stage, hand }: Scene): Promise<unknown> =>
  stage.ask('admin_vno/neighbors/prepare', { cto_id: stage.box.cto.id }, hand.token)

/** Sets the faults of the box's OLT. */
export const behave = ({ door, box }: Stage, manner: Manner): Promise<void> =>
  new SimulatedPlant(door.db).behave(box.oltId, manner)
export const faulty =
  (manner: Manner): Step =>
  ({ stage }) =>
    behave(stage, manner)
