import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openLoneCuts } from '../../test/lone-cuts.ts'
import { until } from '../../test/poll.ts'
import { makeNeighbours } from '../../test/watched-box.ts'

describe('cuts without an intervention', () => {
  let cuts: Awaited<ReturnType<typeof openLoneCuts>>
  before(async () => void (cuts = await openLoneCuts()))
  after(() => cuts.close())

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
    const [back] = await until(
      async () => {
        await advance(13)
        return await cutsOf(box)
      },
      ([one]) => one?.state === 'recuperado',
    )
    assert.ok(back?.restored_at && back.cut_s !== null && back.cut_s >= 60)
    assert.equal((await cutsOf(box)).length, 1)
  })
})
