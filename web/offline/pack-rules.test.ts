import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Operation } from './operation.ts'
import { packAfter, droppable, emptyPack, neededBy, sizeOfBoxes, type Pack, type Pulled } from './pack-rules.ts'

const row = (id: number, more: object = {}) => ({ id, cto_id: null, service_order_id: null, ...more })
const none = { orders: [], events: [], ctos: [] }
const answer = (more: object = {}): Pulled => ({
  ...none,
  ports: [],
  settings: {},
  removed: none,
  cursor: 'c2',
  server_time: '2026-11-20T08:05:00.000Z',
  ...more,
})
const packOf = (more: object = {}): Pack => ({ ...emptyPack, cursor: 'c1', at: 1, ...more })
const operation = (query: object, state = 'saved') => ({ query, state }) as unknown as Operation
const nobody = neededBy([], [], emptyPack)
const ids = ({ orders, events, ctos, ports }: Pack) =>
  [orders, events, ctos, ports].map((rows) => rows.map(({ id }) => id))
const take = (pack: Pack, of: Pulled, needs = nobody, whole = false) => packAfter(pack, of, { whole, needs, heard: 7 })

describe('the offline pack', () => {
  const known = packOf({
    orders: [row(1, { cto_id: 10 })],
    events: [row(2, { cto_id: 10, service_order_id: 1 })],
    ctos: [row(10), row(11)],
    ports: [row(100, { cto_id: 10 }), row(101, { cto_id: 11 })],
    boxes: [11],
  })

  it('merges an update, replacing the ports of each updated CTO', () => {
    const came = answer({
      orders: [row(1, { state: 'en_curso' }), row(3)],
      ctos: [row(11)],
      ports: [row(102, { cto_id: 11 })],
    })
    const { pack, left } = take(known, came)
    assert.deepEqual(ids(pack), [[1, 3], [2], [10, 11], [100, 102]])
    assert.equal((pack.orders[0] as { state?: string }).state, 'en_curso')
    assert.deepEqual([pack.cursor, pack.at, pack.heard, pack.boxes], ['c2', Date.parse('2026-11-20T08:05:00.000Z'), 7, [11]]) // prettier-ignore
    assert.deepEqual(left, none)
  })

  it('drops what the server withdrew, a CTO with its ports; and what a full response does not contain', () => {
    const { pack, left } = take(known, answer({ removed: { ...none, orders: [1, 99], ctos: [11] } }))
    assert.deepEqual(ids(pack), [[], [2], [10], [100]])
    assert.deepEqual([left, pack.boxes], [{ orders: [1], events: [], ctos: [11] }, []])
    assert.deepEqual(ids(take(known, answer({ ctos: [row(10)] }), nobody, true).pack), [[], [], [10], []])
  })

  it('keeps what an unsent operation needs, and drops it once sent', () => {
    const removed = { orders: [1], events: [2], ctos: [10, 11] }
    const needs = neededBy([operation({ event_id: 2 }), operation({ cto_id: 11 }, 'sent')], [], known)
    const held = take(known, answer({ removed }), needs)
    assert.deepEqual(ids(held.pack), [[1], [2], [10], [100]], 'the work, its order and its box')
    assert.deepEqual(held.pack.gone, { orders: [1], events: [2], ctos: [10] })
    const still = take(held.pack, answer(), needs)
    assert.deepEqual(ids(still.pack), ids(held.pack))
    assert.deepEqual(ids(take(still.pack, answer()).pack), [[], [], [], []])
    const back = take(still.pack, answer({ events: [row(2, { cto_id: 10 })] }))
    assert.deepEqual(ids(back.pack), [[], [2], [], []], 'given back meanwhile')
  })

  it('a draft also keeps the work it needs; an intervention begun here keeps its CTO', () => {
    assert.deepEqual([...neededBy([], [2], known).ctos], [10])
    const begun = neededBy([operation({ cto_id: 11, service_order_id: 1 })], [-5], known)
    assert.deepEqual([[...begun.events], [...begun.orders], [...begun.ctos]], [[], [1], [11, 10]])
  })

  it('only a CTO kept by hand and needed by nothing else can be dropped', () => {
    assert.deepEqual(droppable(known, [10, 11], nobody), [11])
    assert.deepEqual(droppable(known, [11], neededBy([operation({ cto_id: 11 })], [], known)), [])
    assert.equal(sizeOfBoxes(known, [11]), JSON.stringify(known.ctos[1]).length + JSON.stringify(known.ports[1]).length)
  })
})
