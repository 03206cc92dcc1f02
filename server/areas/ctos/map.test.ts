/** The boxes of a zone for the map. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Output } from '@hilo/contract/index.ts'
import { columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeCto, makePort } from '../../test/plant-factories.ts'

type Answer = Output<'admin_vno/ctos/map'>
// In the open sea, away from all other test boxes.
const zone = { south: 36, west: -12, north: 36.1, east: -11.9 }
const same =
  'pon_id, type, connection_type, ports_total, street, postal_code, municipality, ine_code, province, splitter1_code, splitter_ratio, feeder_m'

describe('the map of the boxes', async () => {
  const server = closedAfter(await startTestServer())
  const session = await makeSession(server.db, await makeAdmin(server.db))
  const ask = (query: object) => server.done('admin_vno/ctos/map', query, session)

  it('has the boxes of its zone that the list has with the same filter, and no other', async () => {
    const free = await makeCto(server.db, { lat: 36.05, lon: -11.95, state: 1 })
    const full = await makeCto(server.db, { lat: 36.06, lon: -11.96, state: 2 })
    const elsewhere = await makeCto(server.db, { lat: 36.2, lon: -11.95 })
    const gone = await makeCto(server.db, { lat: 36.07, lon: -11.97, removed_at: new Date() })
    const ids = ({ boxes }: Answer) => columnOf(boxes, 'id')
    const all = await ask({ zone })
    assert.deepEqual([ids(all), all.groups, all.total], [[free.id, full.id], [], 2])
    assert.deepEqual(all.extent, { south: 36.05, west: -11.96, north: 36.06, east: -11.95 })
    assert.deepEqual(ids(await ask({ zone, filter: { state: [2, 3] } })), [full.id])
    assert.deepEqual(ids(await ask({ zone, search: free.code })), [free.id])
    const everywhere = ids(await ask({ filter: { id: [free.id, elsewhere.id, gone.id] } }))
    assert.deepEqual(everywhere, [free.id, elsewhere.id], 'without a zone the whole network, but no box that is gone')
    const none = await ask({ zone: { ...zone, north: 36.001 } })
    assert.deepEqual([none.total, none.extent, none.boxes], [0, null, []])
  })

  it('joins neighbours where they are too many, and loses none', async () => {
    const cto = await makeCto(server.db)
    await server.rows(
      `insert into cto (code, label, ${same}, lat, lon, state, ports_free)
       select 'MAPA-' || n, 'MAPA-' || n, ${same}, 36.5 + n / 20000.0, -11.9, 1 + n % 2, n % 2
       from cto, generate_series(1, 2100) n where id = $1`,
      cto.id,
    )
    const sea = { south: 36.4, west: -12, north: 36.7, east: -11.8 }
    const { boxes, groups, total } = await ask({ zone: sea })
    assert.deepEqual([boxes.length, total], [0, 2100])
    const sum = (of: (group: Answer['groups'][number]) => number) => groups.reduce((all, one) => all + of(one), 0)
    assert.deepEqual([sum((one) => one.boxes), sum((one) => one.full)], [2100, 1050])
    assert.ok(groups.length > 3 && groups.length < 400, `${groups.length} groups`)
    const near = await ask({ zone: { ...sea, north: 36.51 } })
    assert.ok(near.boxes.length > 50 && near.groups.length === 0)
  })

  it('a removed box is in no list, and neither are its ports', async () => {
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    const cto = await makeCto(server.db)
    const { id, label } = await makePort(server.db, { cto })
    await server.rows('update port set removed_at = now(), state = 6 where id = $1', id)
    await server.rows('update cto set removed_at = now() where id = $1', cto.id)
    const records = async (path: 'admin_vno/ports/get' | 'admin_vno/search/get', query: object) =>
      (await server.done(path, query, neutral)).records
    const filter = { cto_id: cto.id }
    for (const query of [
      { id },
      { search: label },
      { filter },
      { filter, sort: [['rx_dbm', 'asc']] },
      { filter: { ...filter, rx_dbm: { lte: 0 } } },
    ])
      assert.deepEqual(await records('admin_vno/ports/get', query), [], JSON.stringify(query))
    for (const text of [cto.code, label]) assert.deepEqual(await records('admin_vno/search/get', { text }), [])
  })
})
