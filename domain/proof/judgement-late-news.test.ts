/** News that comes late, or of which a part is missing. Moments are minutes after the request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, at, backLit, boxOf, dark, found, lit, neighbour, silent, work } from '../test/scene.ts'

test('rule 5: whoever says LOS long after his tree fell had light: the outage, whose end nobody saw, does not excuse it', () => {
  const outside = [1, 2].map(() => [lit(1), alarm('los', 7), lit(40)])
  const sibling = neighbour(2, [lit(1), alarm('los', 7), lit(40)])
  const cut = (from: number) => {
    const one = neighbour(1, [lit(1), alarm('los', from), alarm('up', from + 1), lit(40)])
    const finding = found(boxOf([], { onts: [one, sibling], tree: { outside, restarts: [] } }), 41)
    return [finding.class, finding.doubt]
  }
  assert.deepEqual(cut(25), ['no_concluyente', 'dark_after_outage'])
  assert.deepEqual(cut(7.1), ['igual', null])
})

test('rule 9: an ONT that came up and was pulled within a second lost its light then, not at the first reading after it', () => {
  const told = { last_down_at: at(5), last_up_at: at(5), last_down_cause: 'los' } as const
  const down = { ...dark(5.6, 'los', 5), ...told }
  const one = found(
    boxOf([dark(1, 'dying_gasp', -60), alarm('up', 5.001), alarm('los', 5.006), down, backLit(29, 5, 6)]),
  )
  assert.deepEqual([one.class, one.longest_cut_ms], ['corte_recuperado', 60_000])
})

test('rule 8: an ONT that is found elsewhere may have gone since it was last read in its place, whoever heard it come up', () => {
  const away = lit(29, { elsewhere: true })
  const moved = neighbour(1, [lit(1), silent(4), alarm('up', 20), dark(21, 'offline', null), away])
  const others = neighbour(2, [lit(1), lit(21), lit(29)])
  const works = [work(1, 0, null), work(2, -20, 15, { control_to: at(15) })]
  const one = found(boxOf([], { onts: [moved, others], works }), 30)
  assert.deepEqual([one.class, one.attribution?.works], ['movido', [1, 2]])
})

test('rule 6: whoever switches off as the feeder falls is neither cut with it nor a witness that stayed lit', () => {
  const fallen = [1, 2].map((port) => neighbour(port, [lit(1), alarm('los', 7), alarm('up', 12), backLit(29, 7, 12)]))
  const off = neighbour(3, [lit(1), alarm('dying_gasp', 6.97), dark(29, 'dying_gasp', 6.97)])
  const stayed = neighbour(4, [lit(1), lit(29)])
  const one = found(boxOf([], { onts: [...fallen, off, stayed] }))
  assert.deepEqual([one.class, one.doubt], ['no_concluyente', 'box_feeder'])
})

test('rule 8: a colleague whose work was closed as the customer fell may have been there still: alarms come up to 5 s late', () => {
  const own = work(2, 10, null, { technician_id: 12, worked_ports: [1] })
  const cut = (closed: number) => {
    const box = boxOf([lit(1), alarm('los', 20), dark(29, 'los', 20)], { works: [work(1, 0, closed), own] })
    return found(box, 30).class
  }
  assert.equal(cut(20 - 3 / 60), 'desconectado')
  assert.equal(cut(19), 'igual')
})
