/** Times of a visit for readers in several time zones. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { DayReport } from '@hilo/contract/reports/reports.ts'
import { appointmentText } from '../features/orders/clock.ts'
import { deadlineText } from '../features/orders/order-facts.ts'
import { comparedWith, periodTitle } from '../features/home/period.ts'
import { hoursOf } from '../features/field/today/order-words.ts'
import { formatDate, formatTime, formatWeekday } from './format.ts'
import { withZoneNote, zoneNote } from './place-time.ts'
import { loadCatalogue } from '../build/test-catalogue.ts'

await loadCatalogue()

const own = process.env['TZ']
afterEach(() => {
  if (own === undefined) delete process.env['TZ']
  else process.env['TZ'] = own
})
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')
const readers = ['Europe/Madrid', 'Atlantic/Canary', 'America/Bogota', 'UTC'] as const
const canary = 'Atlantic/Canary'
const visits = [
  { from: '2026-07-10T09:00:00.000Z', to: '2026-07-10T11:00:00.000Z' },
  { from: '2026-12-10T10:00:00.000Z', to: '2026-12-10T12:00:00.000Z' },
]

test("the hours of a visit are those of its place for every reader, and are marked where the reader's clock differs", () => {
  for (const reader of readers) {
    process.env['TZ'] = reader
    for (const appointment of visits) {
      const same = new Date(appointment.from).getHours() === 10
      const note = same ? '' : ' (hora canaria)'
      const order = { appointment, time_zone: canary } as const
      assert.equal(plain(appointmentText(order)), `10:00 a. m. a 12:00 p. m.${note}`)
      assert.equal(plain(hoursOf(appointment, canary)), `10:00 a. m. – 12:00 p. m.${note}`)
      const hour = formatTime(appointment.from, canary)
      assert.equal(plain(withZoneNote(hour, appointment.from, canary)), `10:00 a. m.${note}`)
      const due = { state: 'recibida', deadline_at: appointment.from, completed_at: null, time_zone: canary } as const
      const month = appointment.from.includes('-07-') ? 'julio' : 'diciembre'
      assert.equal(plain(deadlineText(due, 0)), `10 de ${month} de 2026, 10:00 a. m.${note}`)
    }
  }
})

test('a reader in the Canaries sees mainland times marked, and nobody sees a mark on their own time zone', () => {
  process.env['TZ'] = canary
  assert.equal(zoneNote('2026-07-10T08:00:00Z', 'Europe/Madrid'), 'hora peninsular')
  assert.equal(zoneNote('2026-07-10T08:00:00Z', canary), null)
  process.env['TZ'] = 'Europe/Madrid'
  assert.equal(zoneNote('2026-07-10T08:00:00Z', 'Europe/Madrid'), null)
})

test('a day is that of the place, also around midnight and where clocks change', () => {
  for (const reader of readers) {
    process.env['TZ'] = reader
    assert.equal(formatDate('2026-12-09T23:30:00Z', 'Europe/Madrid'), '10 de diciembre de 2026')
    assert.equal(formatWeekday('2026-12-09T23:30:00Z', canary), 'miércoles, 9 de diciembre de 2026')
    assert.equal(plain(formatTime('2026-03-29T01:30:00Z', canary)), '2:30 a. m.')
    assert.equal(plain(formatTime('2026-03-29T00:30:00Z', 'Europe/Madrid')), '1:30 a. m.')
  }
})

test('figures of the home page belong to mainland days, wherever the reader is', () => {
  const report = { previous_from: '2026-11-18T23:00:00.000Z' } as DayReport
  for (const reader of readers) {
    process.env['TZ'] = reader
    assert.match(comparedWith('dia', report), /jueves/)
    assert.match(periodTitle('dia', Date.parse('2026-11-18T23:30:00Z')), /19 de noviembre de 2026/)
    assert.match(periodTitle('mes', Date.parse('2026-10-31T23:30:00Z')), /^Noviembre/)
    assert.match(periodTitle('semana', Date.parse('2026-11-18T23:30:00Z')), /16 .*19 de noviembre/)
  }
})
