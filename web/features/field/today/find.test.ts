import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PackBox, PackOrder, PackPort } from '../../../offline/pack.ts'
import { boxesNear, findBoxes, findOrders, findPorts, mergeById } from './find.ts'

const box = (id: number, code: string, street: string, number: string, lat: number) => ({
  id,
  code,
  label: code.replace(/^\d{5}-/, ''),
  address: { street, number },
  position: { lat, lon: -3.7 },
})
const port = (id: number, access: string | null, drop: string | null, serial: string | null) => ({
  id,
  access: access && { id: 1, code: access },
  drop: drop && { id: 1, code: drop },
  ont: serial && { serial },
})

/** Minimal stored data for the search. */
const example = {
  boxes: [
    box(1, '28079-VAL01-0312-07', 'C/ Sierra Toledana', '5', 40.401),
    box(2, '28079-VAL01-0400-01', 'C/ Peña Prieta', '38', 40.402),
  ] as unknown as PackBox[],
  orders: [
    {
      id: 9,
      code: 'OS-2026-0000009',
      external_order_id: 'NORTE-77',
      access: { id: 1, code: 'AC0001' },
      cto: { id: 1, code: '28079-VAL01-0312-07' },
      port: null,
      address: { street: 'C/ Sierra Toledana', number: '5' },
    },
  ] as unknown as PackOrder[],
  ports: [port(5, 'AC0001', 'D-55', 'HWTC0011'), port(6, null, null, null)] as unknown as PackPort[],
}

const { boxes, orders, ports } = example
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

describe('finding without coverage', () => {
  it('a box by any part of its label, however it is written, and by its street', () => {
    assert.deepEqual(ids(findBoxes(boxes, 'val01-0312')), [1])
    assert.deepEqual(ids(findBoxes(boxes, '0312 07')), [])
    assert.deepEqual(ids(findBoxes(boxes, '28079-VAL01')), [1, 2])
    assert.deepEqual(ids(findBoxes(boxes, 'peña prieta 38')), [2])
    assert.deepEqual(ids(findBoxes(boxes, 'PENA')), [2])
  })

  it('an order by its number, the operator’s, its access, its box and its address', () => {
    for (const words of ['os-2026', 'NORTE-77', 'AC0001', '0312-07', 'toledana 5'])
      assert.deepEqual(ids(findOrders(orders, words)), [9], words)
    assert.deepEqual(findOrders(orders, 'nada'), [])
  })

  it('a port by its access, its drop or its ONT; free ones by nothing', () => {
    for (const words of ['AC0001', 'd-55', 'HWTC00']) assert.deepEqual(ids(findPorts(ports, words)), [5], words)
  })

  it('boxes around, the nearest first', () => {
    assert.deepEqual(ids(boxesNear(boxes, { lat: 40.402, lon: -3.7 }, 500)), [2, 1])
    assert.deepEqual(ids(boxesNear(boxes, { lat: 40.402, lon: -3.7 }, 50)), [2])
    assert.deepEqual(ids(mergeById(boxes.slice(0, 1), boxes)), [1, 2])
  })
})
