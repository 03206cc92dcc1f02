/** Notices of cuts during an intervention and after its closing: one for each cut. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { openDoor, type OpenDoor } from '../../test/trials/api-access.ts'
import { Stage } from '../../test/trials/stage.ts'
import { pull, toldOf } from '../../test/trials/box-notices.ts'

let door: OpenDoor
before(async () => {
  door = await openDoor()
})
after(() => door.close())

it('every port of a work and of the time after its closing is told, and no harm twice', async () => {
  const stage = await Stage.set(door, { count: 5 })
  const work = await stage.start(await stage.hand(stage.box.owner))
  for (const port of [2, 3]) await pull(stage, port, 30)
  for (const port of [4, 5]) await stage.act({ action: 'degrade', port, db: 2.5 })
  await stage.clock(5)
  await stage.end(work, 'finalize')
  for (const port of [1, 2]) await pull(stage, port, 60)
  await stage.control(15 * 60)
  await stage.control(86_400)
  const cuts = [1, 2, 2, 3].map((port) => `neighbour_cut ${port}`)
  const told = [...cuts, 'neighbour_weak 4', 'neighbour_weak 5']
  for (const token of [stage.owner, stage.neutral]) assert.deepEqual(await toldOf(stage, token), told)
})
