import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventType, processState } from '@hilo/domain/status.ts'
import { cif, luhn, nif, ontOf } from './codes.ts'
import type { Draft } from './draft.ts'
import { makeEvents } from './events.ts'
import { places } from './places.ts'
import { hour, stamp } from './time.ts'
import { makeWorld, plans } from './world.ts'

const busy: readonly number[] = [2, 4, 6, 8, 9, 10]
const moments = [
  '2026-11-20T23:30:00.123Z',
  '2026-11-21T02:15:00.000Z',
  '2026-11-23T07:05:00.000Z',
  '2026-03-29T12:00:00.000Z',
  '2027-01-01T09:00:00.000Z',
  '2026-08-16T10:00:00.000Z',
]

/** Invariants of the small demonstration at any time of creation. */
function check(moment: string, now: number, drafts: readonly Draft[]): void {
  for (const tenant of [0, 1]) {
    const own = drafts.filter((draft) => draft.tenant === tenant)
    assert.deepEqual(new Set(own.map((draft) => draft.state)), new Set(processState.values), moment)
    assert.ok(own.length >= 150, moment)
  }
  assert.deepEqual(new Set(drafts.map((draft) => draft.type)), new Set(eventType.values), moment)
  for (const { created, started, finished, updated, parent } of drafts) {
    const times = [parent?.created ?? created, created, started ?? created, finished ?? updated, updated, now]
    assert.deepEqual(
      times.toSorted((one, other) => one - other),
      times,
      `${moment} ${times.map(stamp).join(' ')}`,
    )
  }
  const open = drafts.filter((draft) => draft.type === 1 && busy.includes(draft.state))
  assert.equal(new Set(open.map((draft) => draft.line)).size, open.length, moment)
  assert.equal(new Set(open.map((draft) => draft.technician)).size, open.length, moment)
  assert.ok(!open.some((draft) => draft.technician?.email.startsWith('tecnico@')), moment)
  assert.ok(
    open.every((draft) => now - draft.created < 24 * hour),
    moment,
  )
}

test('the demonstration holds together at night, on Sundays, at New Year and when the clocks change', () => {
  for (const moment of moments) {
    const now = Date.parse(moment)
    const { world } = makeWorld(plans.small, now)
    check(
      moment,
      now,
      [...makeEvents(world)].map(({ draft }) => draft),
    )
  }
})

test('the same day gives the same demonstration', () => {
  const draw = () => {
    const { world } = makeWorld(plans.small, Date.parse('2026-11-20T18:00:00.000Z'))
    return [...makeEvents(world)].map(
      ({ draft }) => `${draft.id} ${draft.line} ${draft.state} ${draft.created} ${draft.power}`,
    )
  }
  assert.deepEqual(draw(), draw())
})

test('control characters are those of the tax office and of Luhn', () => {
  assert.equal(luhn('01234567'), 4)
  assert.equal(luhn('01843907'), 5)
  assert.equal(nif(12_345_678), '12345678Z')
  assert.equal(cif(5_881_850), 'B58818501')
  const serials = Array.from({ length: 20_000 }, (_, id) => ontOf(id).serial)
  assert.equal(new Set(serials).size, serials.length)
})

test('municipalities have codes, exchanges and coordinates of their own', () => {
  assert.ok(places.length >= 60)
  assert.ok(places.some(({ ine }) => ine.startsWith('35')) && places.some(({ ine }) => ine.startsWith('38')))
  for (const key of ['ine', 'letters', 'name'] as const)
    assert.equal(new Set(places.map((place) => place[key])).size, places.length)
  for (const { ine, letters, postal, lat, lon } of places) {
    assert.match(ine, /^\d{5}$/)
    assert.match(letters, /^[A-HJ-NPR-Z]{3}$/)
    assert.ok(
      postal.every((code) => String(code).padStart(5, '0').startsWith(ine.slice(0, 2))),
      ine,
    )
    assert.ok(lat > 27.5 && lat < 44 && lon > -18.2 && lon < 4.4, ine)
  }
})

test('an instant is written as the wire does', () => {
  for (const ms of [0, 1, 999, 86_399_999, Date.parse('2026-02-28T23:59:59.999Z'), Date.now()])
    assert.equal(stamp(ms), new Date(ms).toISOString())
})
