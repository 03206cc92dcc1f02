import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '@hilo/contract/orders.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { firstFree, hoursOf, placeRows, snap } from './agenda/lanes.ts'
import { appointmentText, momentOf, mondayOf, spanText, wallOf } from './clock.ts'
import { conflictsOf, type Technician, type Visit } from './conflicts.ts'
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
const kinds = (...given: Parameters<typeof conflictsOf>) => conflictsOf(...given).map(({ kind }) => kind)

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
  const shares = shareOut(waiting, crew, planned)
  assert.deepEqual(
    shares.map(({ visit: { id }, technician: who }) => [id, who?.id ?? null]),
    [
      [11, 2],
      [12, 1],
      [13, 2],
      [14, null],
    ],
  )
  const late = visit(15, { state: 'recibida', technical: null, deadline_at: at(8) })
  assert.equal(shareOut([late], crew, [])[0]?.technician?.id, 1, 'late is better than never')
  assert.deepEqual(
    [...byTechnician(shares)].map(([who, visits]) => [who, visits.map(({ id }) => id)]),
    [
      [2, [11, 13]],
      [1, [12]],
    ],
  )
})

test('visits that meet stand in rows of their own, and the day is as long as its visits', () => {
  const order = (id: number, from: number, to: number) =>
    ({ id, appointment: { from: at(from), to: at(to) }, time_zone: 'Europe/Madrid' }) as Order
  const { placed, rows } = placeRows([order(1, 9, 11), order(2, 10, 12), order(3, 11, 13), order(4, 20, 22)])
  assert.deepEqual([placed.map(({ row }) => row), rows], [[0, 1, 0, 0], 2])
  assert.deepEqual(hoursOf([order(1, 5, 7), order(4, 20, 22)]), { from: 360, to: 1380 })
  assert.deepEqual(hoursOf([]), { from: 480, to: 1200 })
})

test('a visit falls on quarters, keeps the agreed hours when near them, and stays within the day', () => {
  const hours = { from: 480, to: 1200 }
  assert.equal(snap(611, 120, hours, null), 615)
  assert.equal(snap(611, 120, hours, 600), 600)
  assert.equal(snap(700, 120, hours, 600), 705)
  assert.equal(snap(1190, 120, hours, null), 1080)
  assert.equal(snap(10, 120, hours, null), 480)
  assert.equal(
    firstFree(
      [
        { from: 480, to: 600 },
        { from: 720, to: 840 },
      ],
      120,
    ),
    600,
  )
  assert.equal(
    firstFree(
      [
        { from: 480, to: 660 },
        { from: 720, to: 840 },
      ],
      120,
    ),
    840,
  )
})
