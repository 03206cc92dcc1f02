import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '@hilo/contract/orders/orders.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { columnOf } from '@hilo/domain/test/columns.ts'
import { cardOf, firstFree, hoursOf, placeRows, snap } from './agenda/lanes.ts'
import { appointmentText, momentOf, mondayOf, spanText, standingDay, wallOf } from './clock.ts'
import { conflictsOf, isDueTooSoon, isPast, type Technician, type Visit } from './conflicts.ts'
import { byTechnician, shareOut } from './share.ts'

const technician = (id: number, more: Partial<Technician> = {}): Technician =>
  ({
    id,
    name: `T${id}`,
    status: accountStatus.is.active,
    zones: ['28079'],
    prl_valid_until: '2030-01-01',
    ...more,
  }) as Technician
const at = (hour: number, day = '2026-11-23') => `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`
const visit = (id: number, more: Partial<Visit> = {}): Visit => ({
  id,
  code: `OS-${id}`,
  state: 'asignada',
  appointment: { from: at(9), to: at(11) },
  deadline_at: at(9),
  time_zone: 'Europe/Madrid',
  requested_date: '2026-11-23',
  cto: { id: 1, code: '28079-VAL01-0312-07' },
  technical: 1,
  ...more,
})
/** Before every visit of these tests. */
const dawn = Date.parse(at(0))
const kinds = (...given: Parameters<typeof conflictsOf>) => columnOf(conflictsOf(...given), 'kind')
const given = (shares: ReturnType<typeof shareOut>) =>
  shares.map(({ visit: { id }, technician: who }) => `${id} to ${who?.id ?? 'nobody'}`)

test('hours are those of the place, also on the islands and on the days that the clock changes', () => {
  assert.deepEqual(wallOf('2026-11-23T09:00:00.000Z', 'Europe/Madrid'), { day: '2026-11-23', minute: 600 })
  assert.deepEqual(wallOf('2026-11-23T09:00:00.000Z', 'Atlantic/Canary'), { day: '2026-11-23', minute: 540 })
  for (const zone of ['Europe/Madrid', 'Atlantic/Canary'] as const)
    for (const day of ['2026-03-29', '2026-10-25', '2026-07-01'])
      assert.deepEqual(wallOf(momentOf({ day, minute: 615 }, zone), zone), { day, minute: 615 })
  assert.ok(Number.isNaN(momentOf({ day: 'mañana', minute: 0 }, 'Europe/Madrid')))
  assert.equal(spanText(480, 600).replace(/\s/g, ' '), '8:00 a 10:00 a. m.')
  assert.equal(spanText(660, 780).replace(/\s/g, ' '), '11:00 a. m. a 1:00 p. m.')
  assert.equal(appointmentText({ appointment: null, time_zone: 'Europe/Madrid' }), null)
  assert.deepEqual([mondayOf('2026-11-22'), mondayOf('2026-11-23')], ['2026-11-16', '2026-11-23'])
})

test('an order without hours stands on the first day that its customer accepts, and today once that has come', () => {
  const day = (requested_date: string | null) => standingDay(visit(1, { appointment: null, requested_date }), dawn)
  assert.deepEqual([day('2026-11-25'), day('2026-11-20'), day(null)], ['2026-11-25', '2026-11-23', '2026-11-23'])
  assert.equal(standingDay(visit(1, { requested_date: '2026-11-25' }), dawn), '2026-11-23', 'of its appointment')
  const due = (requested_date: string) => isDueTooSoon(visit(1, { appointment: null, requested_date }))
  assert.deepEqual([due('2026-11-23'), due('2026-11-24')], [false, true])
  assert.equal(isDueTooSoon(visit(1, { requested_date: '2026-11-24' })), false, 'its appointment decides')
})

test('a visit is told what speaks against it', () => {
  const other = visit(2, { appointment: { from: at(10), to: at(12) } })
  const one = visit(1)
  assert.deepEqual(kinds(one, technician(1), [one]), [])
  assert.deepEqual(kinds(one, technician(1), [one, other]), ['overlap'])
  assert.deepEqual(kinds(one, technician(1), [visit(2, { appointment: { from: at(11), to: at(12) } })]), [])
  assert.deepEqual(kinds(one, technician(1), [visit(2, { state: 'completada' })]), [])
  assert.deepEqual(kinds(one, technician(1, { zones: ['28065'] }), []), ['zone'])
  assert.deepEqual(kinds(one, technician(1, { zones: [] }), []), [])
  assert.deepEqual(kinds(one, technician(1, { status: accountStatus.is.suspended }), []), ['inactive'])
  assert.deepEqual(kinds(one, technician(1, { prl_valid_until: '2026-11-22' }), []), ['prl'])
  assert.deepEqual(kinds(one, technician(1), [], { from: at(7), to: at(9) }), ['hours'])
  assert.deepEqual(kinds(visit(1, { requested_date: '2026-11-24' }), technician(1), []), ['early'])
  assert.deepEqual(kinds(visit(1, { deadline_at: at(8) }), technician(1), []), ['late'])
  assert.deepEqual(kinds(visit(1, { deadline_at: null }), technician(1), []), [])
  assert.deepEqual(kinds(visit(1, { state: 'completada' }), technician(1, { zones: ['1'] }), [other]), [])
})

test('work is shared out without conflicts, to whoever has least; what nobody can do stays', () => {
  const waiting = [
    visit(11, { state: 'recibida', technical: null }),
    visit(12, { state: 'recibida', technical: null }),
    visit(13, { state: 'recibida', technical: null, appointment: null }),
    visit(14, { state: 'recibida', technical: null, cto: { id: 2, code: '08019-BCN01-0001-01' } }),
  ]
  const crew = [technician(1), technician(2), technician(3, { zones: ['28065'] })]
  const planned = [visit(1, { appointment: { from: at(15), to: at(17) } })]
  const shares = shareOut(waiting, crew, planned, undefined, dawn)
  assert.deepEqual(given(shares), ['11 to 2', '12 to 1', '13 to 2', '14 to nobody'])
  const late = visit(15, { state: 'recibida', technical: null, deadline_at: at(8) })
  assert.equal(shareOut([late], crew, [], undefined, dawn)[0]?.technician?.id, 1, 'late is better than never')
  const visits = [...byTechnician(shares)].map(([who, some]) => `${who}: ${columnOf(some, 'id').join()}`)
  assert.deepEqual(visits, ['2: 11,13', '1: 12'])
})

test('an order without hours is of its day: its load, and the course of who does it', () => {
  const one = visit(11, { technical: null, appointment: null, requested_date: '2026-11-25' })
  const today = [visit(1), visit(2)]
  const there = visit(3, { technical: 2, appointment: null, requested_date: '2026-11-25' })
  const found = (crew: Technician[]) => shareOut([one], crew, [...today, there], undefined, dawn)[0]
  const share = found([technician(1), technician(2)])
  assert.deepEqual([share?.technician?.id, share?.load], [1, 0])
  assert.equal(found([technician(2)])?.load, 1)
  assert.equal(found([technician(1, { prl_valid_until: '2026-11-24' })])?.lack, 'prl')
})

test('of the orders without hours, the one that is due first goes to the technician with fewest visits', () => {
  const due = (id: number, hour: number) => visit(id, { technical: null, appointment: null, deadline_at: at(hour) })
  const shares = shareOut([due(11, 18), due(12, 12)], [technician(1), technician(2)], [], undefined, dawn)
  assert.deepEqual(given(shares), ['11 to 2', '12 to 1'])
})

test('work is proposed only to the zone, the skills and a valid course, and the proposal says what nobody has', () => {
  const one = visit(11, { state: 'recibida', technical: null })
  const boxes = new Map([[1, { type: 'camara', height_m: 4, connection_type: 0 }]])
  const able = { skills: ['fusion', 'altura', 'camara'] }
  const found = (crew: Technician[]) => {
    const [share] = shareOut([one], crew, [], boxes, dawn)
    return share?.technician?.id ?? share?.lack
  }
  assert.equal(found([technician(1, { ...able, zones: [] }), technician(2, able)]), 2, 'no zone among those with one')
  assert.equal(found([technician(1, { ...able, zones: [] })]), 1, 'nobody works by zones')
  assert.equal(found([technician(1, { status: accountStatus.is.suspended })]), 'inactive')
  assert.equal(found([technician(1, { ...able, zones: ['41091'] })]), 'zone')
  for (const left of able.skills)
    assert.equal(found([technician(1, { skills: able.skills.filter((skill) => skill !== left) })]), 'skill', left)
  assert.equal(found([technician(1, { ...able, prl_valid_until: null })]), 'prl')
  assert.equal(found([technician(1, { ...able, prl_valid_until: '2026-11-22' })]), 'prl')
  const [busy] = shareOut([one], [technician(1, able)], [visit(2)], boxes, dawn)
  assert.equal(busy?.lack, 'busy')
  const home = { ...one, kind: 'cambio_ont' as const }
  assert.equal(shareOut([home], [technician(1, { skills: [] })], [], boxes, dawn)[0]?.technician?.id, 1)
})

test('nobody is proposed for a visit that is over', () => {
  const one = visit(1, { technical: null, cto: null })
  const able = technician(1, { zones: [] })
  const found = (now: number) => shareOut([one], [able], [], undefined, now)[0]
  assert.equal(found(dawn)?.technician?.id, 1)
  assert.deepEqual([found(Date.parse(at(11)))?.technician, found(Date.parse(at(11)))?.lack], [null, 'past'])
})

test('a visit is not moved into the past', () => {
  const now = Date.parse(at(10))
  const hours = (from: number, to: number) => ({ from: at(from), to: at(to) })
  assert.equal(isPast(hours(7, 9), null, now), true)
  assert.equal(isPast(hours(9, 11), null, now), true, 'its start has gone by')
  assert.equal(isPast(hours(9, 11), hours(9, 11), now), false, 'it is under way, and only its technician changes')
  assert.equal(isPast(hours(7, 9), hours(7, 9), now), true)
  assert.equal(isPast(hours(10, 12), hours(7, 9), now), false)
  assert.equal(isPast(null, null, now), false)
})

test('visits that meet stand in rows of their own, and the day is as long as its visits', () => {
  const order = (id: number, from: number, to: number) =>
    ({ id, appointment: { from: at(from), to: at(to) }, time_zone: 'Europe/Madrid' }) as Order
  const day = { from: 480, to: 1440 }
  const { placed, rows } = placeRows([order(1, 9, 11), order(2, 10, 12), order(3, 11, 13), order(4, 20, 22)], day)
  assert.deepEqual([columnOf(placed, 'row'), rows], [[0, 1, 0, 0], 2])
  assert.deepEqual(hoursOf([order(1, 5, 7), order(4, 20, 22)]), { from: 360, to: 1380 })
  assert.deepEqual(hoursOf([]), { from: 480, to: 1200 })
})

test('the card of a short visit is two hours wide, so its codes are read, and covers no other card', () => {
  const order = (id: number, from: string, to: string) =>
    ({
      id,
      appointment: { from: `2026-11-23T${from}:00.000Z`, to: `2026-11-23T${to}:00.000Z` },
      time_zone: 'Europe/Madrid',
    }) as Order
  const day = { from: 480, to: 1200 }
  assert.deepEqual(cardOf({ from: 600, to: 630 }, day), { from: 600, to: 720 })
  assert.deepEqual(cardOf({ from: 600, to: 780 }, day), { from: 600, to: 780 })
  assert.deepEqual(cardOf({ from: 1170, to: 1200 }, day), { from: 1080, to: 1200 }, 'within the day')
  const short = [order(1, '09:00', '09:30'), order(2, '09:30', '10:00'), order(3, '11:00', '12:00')]
  assert.deepEqual(columnOf(placeRows(short, day).placed, 'row'), [0, 1, 0])
})

test('a visit falls on quarters, keeps the agreed hours when near them, and stays within the day', () => {
  const hours = { from: 480, to: 1200 }
  assert.equal(snap(611, 120, hours, null), 615)
  assert.equal(snap(611, 120, hours, 600), 600)
  assert.equal(snap(700, 120, hours, 600), 705)
  assert.equal(snap(1190, 120, hours, null), 1080)
  assert.equal(snap(10, 120, hours, null), 480)
  const span = (from: number, to: number) => ({ from, to })
  assert.equal(firstFree([span(480, 600), span(720, 840)], 120), 600)
  assert.equal(firstFree([span(480, 660), span(720, 840)], 120), 840)
})
