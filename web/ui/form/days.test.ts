import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayText, hourText, isDay, readDay, readHour } from './days.ts'

test('a day is read in the forms people write', () => {
  for (const [written, day] of [
    ['25/11/2026', '2026-11-25'],
    ['5-1-27', '2027-01-05'],
    ['5.1.2027', '2027-01-05'],
    ['25 11', '2026-11-25'],
    ['25112026', '2026-11-25'],
    ['2026-11-25', '2026-11-25'],
    [' Mañana ', '2027-01-01'],
    ['hoy', '2026-12-31'],
    ['ayer', '2026-12-30'],
    ['29/2/2028', '2028-02-29'],
    ['29/2/2027', null],
    ['31/4', null],
    ['11/25/2026', null],
    ['0/1/2026', null],
    ['25/11/026', null],
    ['', null],
    ['el martes', null],
  ] as const)
    assert.equal(readDay(written, '2026-12-31'), day, written)
})

test('a time is read with twelve and with twenty-four hours', () => {
  for (const [written, hour] of [
    ['16:30', '16:30'],
    ['4:30 p. m.', '16:30'],
    ['4:30\u00a0p.\u00a0m.', '16:30'],
    ['4.30pm', '16:30'],
    ['1630', '16:30'],
    ['930', '09:30'],
    ['16 h', '16:00'],
    ['9', '09:00'],
    ['12 am', '00:00'],
    ['12:15 p. m.', '12:15'],
    ['13 pm', null],
    ['0 am', null],
    ['24:00', null],
    ['9:75', null],
    ['', null],
    ['por la tarde', null],
  ] as const)
    assert.equal(readHour(written), hour, written)
})

test('a parsed value is formatted in one way, and parses back', () => {
  assert.equal(dayText('2026-11-05'), '05/11/2026')
  assert.equal(dayText('el martes'), 'el martes')
  for (let minute = 0; minute < 1440; minute += 7) {
    const hour = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    assert.equal(readHour(hourText(hour)), hour)
  }
  assert.equal(hourText('00:05'), '12:05 a. m.')
  assert.ok(!isDay('2026-13-01') && !isDay('2026-02-30') && isDay('2026-12-31'))
})
