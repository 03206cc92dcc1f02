/** Civil time of places: both zones, every hour of a year, and the two hours of clock changes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instantAt, instantsAt, placeText, placeZones, readPlaceTime, wallClock, zoneOfPlace } from './place-clock.ts'

const utc = (text: string) => Date.parse(`${text}Z`)
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 16))
const hourMs = 3_600_000

describe('clock of a place', () => {
  it('the zone follows the CTO, else the postal code, else the province, else the mainland', () => {
    assert.equal(zoneOfPlace({ ine_code: '35016' }), 'Atlantic/Canary')
    assert.equal(zoneOfPlace({ ine_code: '28079', postal_code: '35002' }), 'Europe/Madrid')
    assert.equal(zoneOfPlace({ postal_code: '38003' }), 'Atlantic/Canary')
    assert.equal(zoneOfPlace({ ine_code: null, postal_code: '28001', province: 'Las Palmas' }), 'Europe/Madrid')
    assert.equal(zoneOfPlace({ province: ' Santa Cruz de TENERIFE ' }), 'Atlantic/Canary')
    for (const nothing of [{}, { postal_code: '' }, { postal_code: null, province: 35 }])
      assert.equal(zoneOfPlace(nothing), 'Europe/Madrid')
  })

  it('every hour of a year converts back to the same instant, the repeated hour to one of its two', () => {
    for (const zone of placeZones) {
      let twice = 0
      for (let ms = utc('2026-01-01T00:30:00'); ms < utc('2027-01-01T00:00:00'); ms += hourMs) {
        const found = instantsAt(wallClock(ms, zone), zone)
        assert.ok(found.includes(ms), `${zone} ${iso(ms)}`)
        if (found.length === 2) twice += 1
        else assert.deepEqual(found, [ms])
        assert.deepEqual(readPlaceTime(placeText(ms, zone), zone), { ms, repeated: false })
      }
      assert.equal(twice, 2, `${zone}: one hour is repeated a year`)
    }
  })

  it('the hour skipped in March does not exist: a clock moves on, a written time is refused', () => {
    const cases = [
      ['Europe/Madrid', '2026-03-29T02:30:00', '2026-03-29T01:30'],
      ['Atlantic/Canary', '2026-03-29T01:30:00', '2026-03-29T01:30'],
    ] as const
    for (const [zone, wall, later] of cases) {
      assert.deepEqual(instantsAt(utc(wall), zone), [])
      assert.equal(iso(instantAt(utc(wall), zone)), later)
      assert.deepEqual(readPlaceTime(wall, zone), { fault: 'skipped' })
    }
  })

  it('of the hour repeated in October the first is taken, and reported', () => {
    const cases = [
      ['Europe/Madrid', '2026-10-25T02:30:00', ['2026-10-25T00:30', '2026-10-25T01:30']],
      ['Atlantic/Canary', '2026-10-25T01:30:00', ['2026-10-25T00:30', '2026-10-25T01:30']],
    ] as const
    for (const [zone, wall, both] of cases) {
      assert.deepEqual(instantsAt(utc(wall), zone).map(iso), both)
      assert.deepEqual(readPlaceTime(wall, zone), { ms: instantAt(utc(wall), zone), repeated: true })
      assert.equal(iso(instantAt(utc(wall), zone)), both[0])
      for (const one of both) {
        const ms = utc(`${one}:00`)
        assert.deepEqual(readPlaceTime(placeText(ms, zone), zone), { ms, repeated: false })
      }
    }
  })

  it('an invalid time is reported; milliseconds and instants before 1970 are kept', () => {
    for (const wrong of ['2026-02-30 10:00', '2026-12-10', 'mañana', '2026-12-10 24:01', '10:00'])
      assert.deepEqual(readPlaceTime(wrong, 'Europe/Madrid'), { fault: 'form' })
    for (const ms of [-86_399_877, 1_781_000_000_123])
      assert.deepEqual(readPlaceTime(placeText(ms, 'Atlantic/Canary'), 'Atlantic/Canary'), { ms, repeated: false })
    assert.ok(Number.isNaN(instantAt(Number.NaN, 'Europe/Madrid')))
  })
})
