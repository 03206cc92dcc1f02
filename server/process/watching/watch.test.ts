/** What depends on time: `watch.night.ts`. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { until } from '../../test/poll.ts'
import { WatchDesk } from '../../test/watch-desk.ts'
import { makeNeighbours, makeWatching } from '../../test/watched-box.ts'
import { startWatch } from './watch.ts'

describe('watching the neighbours', async () => {
  const desk = await WatchDesk.open()
  const watch = startWatch(desk.process)
  after(async () => {
    await watch.stop()
    await desk.close()
  })

  it('a fallen tree is found by a sweep', async () => {
    const box = await makeNeighbours(desk.db)
    for (let n = 0; n < 2; n++) await makeNeighbours(desk.db, { ponId: box.ponId })
    const event = await makeWatching(desk.db, desk.reader, box)
    await desk.listens(box)
    await desk.plant.act(box.cto.id, { action: 'unplug' })
    const isDoubted = ({ class: found }: { class: string | null }) => found === 'no_concluyente'
    await desk.shows(event, ({ alarms }) => alarms?.length === 4 && alarms.every(isDoubted))
  })

  it('every OLT is listened to, work or no work, and each of its alarms is written', async () => {
    const boxes = [await makeNeighbours(desk.db), await makeNeighbours(desk.db)]
    for (const box of boxes) {
      await desk.listens(box)
      await desk.plant.act(box.cto.id, { action: 'unplug', port: 2 })
      const written = () => desk.rows('select kind, port_id from olt_alarm where cto_id = $1', [box.cto.id])
      const [alarm] = await until(written, (found) => found.length > 0)
      assert.deepEqual(alarm, { kind: 'los', port_id: box.ports[1]?.id })
    }
  })
})
