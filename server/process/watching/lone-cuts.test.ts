import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closedAfter } from '../../test/closed-after.ts'
import { openLoneCuts } from '../../test/lone-cuts.ts'
import { untilTrue } from '../../test/poll.ts'
import { makeNeighbours } from '../../test/watched-box.ts'

describe('cuts without an intervention', async () => {
  const cuts = closedAfter(await openLoneCuts())

  it('a lone fall in a lit box without open work is stored with box, port, owner, time and duration', async () => {
    const { server, cutsOf, advance, pull } = cuts
    const box = await makeNeighbours(server.db)
    await pull(box, 2, 1)
    const [dark] = await cutsOf(box)
    assert.ok(dark)
    assert.deepEqual(
      [dark.cto.id, dark.port, dark.vno_owner.id, dark.access?.code, dark.state, dark.cut_s, dark.link],
      [box.cto.id, 2, box.owner.id, box.accesses[1]?.code, 'sin_luz', null, null],
    )
    await advance(60)
    await server.plant.act(box.cto.id, { action: 'plug', port: 2 })
    await untilTrue(async () => {
      await advance(13)
      return (await cutsOf(box))[0]?.state === 'recuperado'
    })
    const [back, ...more] = await cutsOf(box)
    assert.ok(back?.restored_at && back.cut_s !== null && back.cut_s >= 60)
    assert.equal(more.length, 0)
  })
})
