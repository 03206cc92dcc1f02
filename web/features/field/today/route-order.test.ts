import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { endOfDay, isLater, routeOrder, type Place, type Stop } from './route-order.ts'

const here = { lat: 40.4, lon: -3.7 }
const places = new Map<number, Place>([
  [1, { lat: 40.401, lon: -3.7 }],
  [2, { lat: 40.402, lon: -3.7 }],
  [3, { lat: 40.41, lon: -3.7 }],
  [4, { lat: 40.399, lon: -3.7 }],
])
const stop = (id: number, more: Partial<Stop> = {}): Stop => ({
  id,
  appointment: null,
  requested_date: null,
  cto_id: id,
  ...more,
})
const at = (hour: number) => {
  const from = new Date(2026, 10, 20, hour)
  return { from: from.toISOString(), to: new Date(from.getTime() + 3_600_000).toISOString() }
}
const placeOf = ({ cto_id }: Stop) => places.get(cto_id ?? 0) ?? null
const ids = (stops: readonly Stop[], from: Place | null = here) =>
  routeOrder(stops, placeOf, from).map((leg) => leg.stop.id)

describe('the order of the day', () => {
  it('appointments come at their hours, whatever lies nearer', () => {
    assert.deepEqual(ids([stop(1), stop(3, { appointment: at(11) }), stop(2, { appointment: at(9) })]), [2, 3, 1])
  })

  it('what has no hour goes by the nearest from the one before', () => {
    assert.deepEqual(ids([stop(3), stop(2), stop(1)]), [1, 2, 3])
    assert.deepEqual(ids([stop(3), stop(1), stop(4), stop(2)]).at(-1), 3)
  })

  it('without a position it begins at the last visit agreed; without any, by the day asked for', () => {
    assert.deepEqual(ids([stop(1), stop(2), stop(3, { appointment: at(9) })], null), [3, 2, 1])
    const dated = [stop(1, { requested_date: '2026-11-22' }), stop(2, { requested_date: '2026-11-20' }), stop(3)]
    assert.deepEqual(routeOrder(dated, () => null, null).map((leg) => leg.stop.id), [2, 1, 3]) // prettier-ignore
  })

  it('tells how far each is from where one is, and nothing where that is unknown', () => {
    const [first] = routeOrder([stop(1)], placeOf, here)
    assert.ok(first?.metres && Math.abs(first.metres - 111) < 2)
    assert.equal(routeOrder([stop(1)], placeOf, null)[0]?.metres, null)
    assert.equal(routeOrder([stop(9)], placeOf, here)[0]?.metres, null)
  })

  it('loses nothing and invents nothing', () => {
    const any = fc.record({
      cto_id: fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }),
      appointment: fc.option(fc.integer({ min: 0, max: 23 }).map(at), { nil: null }),
      requested_date: fc.constantFrom(null, '2026-11-20', '2026-11-21'),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), fc.boolean(), (rows, known) => {
        const stops = rows.map((row, index) => ({ ...row, id: index + 1 }))
        const route = ids(stops, known ? here : null)
        assert.deepEqual(route.toSorted((a, b) => a - b), stops.map(({ id }) => id)) // prettier-ignore
        const hours = route.map((id) => stops[id - 1]?.appointment?.from ?? '~')
        assert.deepEqual(hours, hours.toSorted())
      }),
    )
  })

  it('a visit of tomorrow is later; what has no day, or is overdue, is of today', () => {
    const end = endOfDay(new Date(2026, 10, 20, 15).getTime())
    const tomorrow = { from: new Date(2026, 10, 21, 9).toISOString(), to: new Date(2026, 10, 21, 11).toISOString() }
    assert.equal(isLater(stop(1, { appointment: tomorrow }), end), true)
    assert.equal(isLater(stop(1, { appointment: at(23) }), end), false)
    assert.equal(isLater(stop(1, { requested_date: '2026-11-21' }), end), true)
    assert.equal(isLater(stop(1, { requested_date: '2026-11-19' }), end), false)
    assert.equal(isLater(stop(1), end), false)
  })
})
