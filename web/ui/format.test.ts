import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  dateTimePieces,
  formatAgo,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatDayShort,
  formatDuration,
  formatNumber,
  formatPower,
  formatPowerUnit,
  formatRelative,
  formatShare,
  formatStamp,
  formatTime,
  formatWeekday,
} from './format.ts'

const at = new Date(2026, 10, 20, 13, 48, 7)
const plain = (text: string | null) => text?.replaceAll(/[\u00a0\u202f]/g, ' ')

test('dates have day, long month and year; times have twelve hours', () => {
  assert.equal(formatDate(at), '20 de noviembre de 2026')
  assert.equal(plain(formatTime(at)), '1:48 p. m.')
  assert.equal(plain(formatStamp(at)), '1:48:07 p. m.')
})

test('the hand-written formats equal the browser’s', () => {
  const said = (options: Intl.DateTimeFormatOptions, time: Date) =>
    plain(new Intl.DateTimeFormat('es-ES', options).format(time))
  const twelve = { hour: 'numeric', minute: '2-digit', hour12: true } as const
  for (let hour = 0; hour < 24; hour++) {
    const time = new Date(2026, 10, 20, hour, hour * 2, 59 - hour)
    assert.equal(plain(formatTime(time)), said(twelve, time))
    assert.equal(plain(formatStamp(time)), said({ ...twelve, second: '2-digit' }, time))
  }
  for (let month = 0; month < 12; month++) {
    const time = new Date(2026, month, 1 + month * 2)
    assert.equal(formatDayShort(time), said({ day: 'numeric', month: 'short' }, time))
    const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
    assert.equal(formatDate(time), said(day, time))
    for (let later = 0; later < 7; later++) {
      const other = new Date(2026, month, 1 + month * 2 + later)
      assert.equal(formatWeekday(other), said({ ...day, weekday: 'long' }, other))
    }
  }
  for (const decimals of [0, 1, 2])
    for (const value of [0, 7, 999.5, 1000, 1234567.891, -0.4, -2.5, -98765.432, 1e12]) {
      const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      const options = { ...digits, useGrouping: 'always' } as const
      const wanted = new Intl.NumberFormat('es-ES', options).format(value).replace('-', '\u2212')
      assert.equal(formatNumber(value, decimals), wanted)
    }
})

test('a date in a list has day, whole month, year and twelve hours, in pieces that together are the whole form', () => {
  for (const time of [at, new Date(2025, 8, 30, 0, 5), new Date(2026, 0, 1, 12, 0)]) {
    assert.equal(plain(dateTimePieces(time).join(' ')), plain(formatDateTime(time)))
    for (const piece of dateTimePieces(time)) assert.doesNotMatch(piece, / /)
  }
})

test('a past event is never in the future, whatever the clocks say', () => {
  assert.equal(plain(formatAgo('2026-11-20T10:02:00Z', '2026-11-20T10:00:00Z')), 'hace 0 s')
  assert.equal(plain(formatAgo('2026-11-20T09:56:00Z', '2026-11-20T10:00:00Z')), 'hace 4 min')
})

test('numbers group by thousands, decimals take a comma, the minus is U+2212', () => {
  assert.equal(formatNumber(1234567), '1.234.567')
  assert.equal(formatNumber(1234), '1.234')
  assert.equal(formatNumber(-1234.5, 1), '\u22121.234,5')
  assert.equal(plain(formatShare(9184, 14434)), '63,6 %')
  assert.equal(plain(formatShare(1, 0)), '0,0 %')
})

test('power has two decimals, and no light has no figure', () => {
  assert.equal(formatPower(-20.8), '\u221220,80')
  assert.equal(formatPower(-20.83, 1), '\u221220,8')
  assert.equal(plain(formatPowerUnit(3.1)), '3,10 dBm')
  assert.equal(formatPower(null), null)
})

test('durations and relative times', () => {
  assert.equal(plain(formatDuration(38)), '38 s')
  assert.equal(plain(formatDuration(44 * 60)), '44 min')
  assert.equal(plain(formatDuration(3 * 3600 + 600)), '3 h 10 min')
  assert.equal(plain(formatDuration(52 * 3600)), '2 d 4 h')
  assert.equal(plain(formatRelative(at.getTime() - 3_900_000, at)), 'hace 1 h')
  assert.equal(plain(formatRelative(at.getTime() + 1_200_000, at)), 'en 20 min')
})

test('a countdown shows seconds up to an hour', () => {
  assert.equal(plain(formatCountdown(38.9)), '38 s')
  assert.equal(plain(formatCountdown(82)), '1 min 22 s')
  assert.equal(plain(formatCountdown(120)), '2 min')
  assert.equal(plain(formatCountdown(-5)), '0 s')
  assert.equal(plain(formatCountdown(3 * 3600 + 61)), '3 h 1 min')
})
