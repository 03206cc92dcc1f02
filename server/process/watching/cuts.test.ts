import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlarmKind, PlantReading } from '../../plant/plant.ts'
import type { PlacedAlarm } from './alarm-position.ts'
import { accusing, afterAlarm, afterReading, alarmsOf, openCut, upstream, type Watched } from './cuts.ts'

const start = Date.UTC(2026, 10, 20, 10)
const at = (seconds: number) => new Date(start + seconds * 1000)
const fresh: Watched = {
  port_id: 70,
  port: 7,
  vno_id: 2,
  serial: 'HWTC00000007',
  preexisting: false,
  state: 'online',
  rx_dbm: -19.5,
  olt_rx_dbm: -21,
  serial_now: 'HWTC00000007',
  read_at: start,
  cuts: [],
  up_at: null,
}
let cursor = 0
const alarm = (kind: AlarmKind, seconds: number, serial: string | null = null): PlacedAlarm => ({
  cursor: ++cursor,
  oltId: 1,
  ponId: 1,
  ctoId: 1,
  portId: 70,
  ontId: null,
  kind,
  deviceAt: at(seconds),
  receivedAt: at(seconds),
  at: at(seconds),
  serial,
})
const reading = (seconds: number, over: Partial<PlantReading>): PlantReading => ({
  portId: 70,
  port: 7,
  serial: 'HWTC00000007',
  state: 'online',
  rxDbm: -19.6,
  oltRxDbm: -21.1,
  distanceM: 1000,
  lastDownAt: null,
  lastDownCause: null,
  lastUpAt: null,
  readAt: at(seconds),
  ...over,
})
const hear = (alarms: PlacedAlarm[], from: Watched = fresh) =>
  alarms.reduce((now, one) => afterAlarm(now, one, start), from)
const cutsOf = ({ cuts }: Watched) =>
  cuts.map(({ down_at, up_at, gasp }) => [
    (down_at - start) / 1000,
    up_at === null ? null : (up_at - start) / 1000,
    gasp,
  ])
/** Every order in which the same alarms may come. */
function orders<T>(list: T[]): T[][] {
  if (list.length < 2) return [list]
  return list.flatMap((one, index) => orders(list.toSpliced(index, 1)).map((rest) => [one, ...rest]))
}

describe('cuts of a watched port', () => {
  it('a loss and its return are one cut, whatever comes first', () => {
    for (const order of orders([alarm('los', 5), alarm('up', 12)])) {
      const seen = hear(order)
      assert.deepEqual(cutsOf(seen), [[5, 12, false]])
      assert.equal(seen.state, 'online')
    }
  })

  it('a gasp beside the loss makes it the customer’s own, in any order', () => {
    for (const order of orders([alarm('los', 5), alarm('dying_gasp', 5.4)])) {
      const seen = hear(order)
      assert.deepEqual(cutsOf(seen), [[5, null, true]])
      assert.deepEqual([seen.state, accusing(seen)], ['dying_gasp', null])
    }
  })

  it('what was there before the work, and what is older than the reading, accuses nobody', () => {
    assert.deepEqual(hear([alarm('los', -3)]), fresh)
    const seen = hear([alarm('los', 5)], { ...fresh, preexisting: true, state: 'online' })
    assert.deepEqual([seen.cuts, seen.state], [[], 'los'])
  })

  it('the same loss told twice is one', () => {
    assert.deepEqual(cutsOf(hear([alarm('los', 5), alarm('los', 5), alarm('up', 9), alarm('up', 9)])), [[5, 9, false]])
  })

  it('another ONT that answers at the port does not end the cut', () => {
    const seen = hear([alarm('los', 5), alarm('up', 30, 'ZTEG0000000A')])
    assert.deepEqual([seen.serial_now, seen.state, openCut(seen)?.down_at], ['ZTEG0000000A', 'online', at(5).getTime()])
  })

  it('a reading finds a cut that no alarm told of, and the alarm that comes late adds nothing', () => {
    const dark = reading(20, { state: 'los', rxDbm: null, lastDownAt: at(15), lastDownCause: 'los' })
    const seen = afterReading(fresh, dark, start)
    assert.deepEqual([cutsOf(seen), seen.state, seen.rx_dbm], [[[15, null, false]], 'los', null])
    assert.deepEqual(cutsOf(hear([alarm('los', 15)], seen)), [[15, null, false]])
  })

  it('a reading finds a cut that is over, once', () => {
    const back = reading(60, { lastDownAt: at(15), lastUpAt: at(40), lastDownCause: 'los' })
    const seen = afterReading(fresh, back, start)
    assert.deepEqual(cutsOf(seen), [[15, 40, false]])
    const again = afterReading(seen, reading(70, { lastDownAt: at(15), lastUpAt: at(40), lastDownCause: 'los' }), start)
    assert.deepEqual(cutsOf(again), [[15, 40, false]])
    assert.deepEqual(cutsOf(hear([alarm('los', 15), alarm('up', 40)], seen)), [[15, 40, false]])
  })

  it('a reading ends a cut whose return was never told, and says with which light', () => {
    const seen = afterReading(hear([alarm('los', 5)]), reading(50, { lastUpAt: at(31), rxDbm: -22.4 }), start)
    assert.deepEqual([cutsOf(seen), seen.rx_dbm, seen.state], [[[5, 31, false]], -22.4, 'online'])
  })

  it('a reading older than the last alarm says nothing of the light', () => {
    const dark = hear([alarm('los', 30)])
    assert.deepEqual(afterReading(dark, reading(29, {}), start), dark)
    const lit = hear([alarm('up', 40)], dark)
    assert.deepEqual(afterReading(lit, reading(35, { state: 'los', rxDbm: null }), start), lit)
  })

  it('an ONT that a reading finds gone accuses nobody, unless its light is heard or seen to fail', () => {
    for (const lastDownCause of ['unknown', null] as const) {
      const gone = reading(20, { state: 'offline', rxDbm: null, lastDownAt: at(15), lastDownCause })
      const seen = afterReading(fresh, gone, start)
      assert.deepEqual([openCut(seen)?.silent, accusing(seen), seen.state], [true, null, 'offline'])
      assert.deepEqual(
        alarmsOf([seen], 1).map((one) => [one.class, one.gasp, one.notice_at]),
        [['no_concluyente', false, null]],
      )
      for (const failed of [
        hear([alarm('los', 16)], seen),
        hear([alarm('los', 60)], seen),
        afterReading(seen, reading(40, { state: 'los', rxDbm: null }), start),
      ])
        assert.ok(accusing(failed))
      const back = hear([alarm('up', 90)], seen)
      assert.deepEqual(
        alarmsOf([back], 1).map((one) => [one.class, one.gasp, one.notice_at]),
        [['apagado', true, null]],
      )
    }
    const told = reading(20, { state: 'offline', rxDbm: null, lastDownAt: at(15), lastDownCause: 'dying_gasp' })
    assert.deepEqual(cutsOf(afterReading(fresh, told, start)), [[15, null, true]])
  })

  it('nothing is concluded from a port that could not be read', () => {
    assert.deepEqual(afterReading(fresh, reading(9, { state: 'unknown', rxDbm: null }), start), fresh)
  })

  it('on the wire a cut has no class while it lasts, then by its length, its cause or its tree', () => {
    const short = hear([alarm('los', 5), alarm('up', 24.9)])
    const long = hear([alarm('los', 5), alarm('up', 25)])
    const off = hear([alarm('dying_gasp', 5), alarm('up', 90)])
    const fallen = upstream(hear([alarm('los', 5)]), start)
    const lasting = hear([alarm('los', 5)])
    const all = [short, long, off, fallen, lasting].flatMap((one) => alarmsOf([one], 2))
    assert.deepEqual(
      all.map((one) => [one.class, one.cut_s, one.notice_at]),
      [
        ['microcorte', 19, null],
        ['corte_recuperado', 20, null],
        ['apagado', 85, null],
        ['no_concluyente', null, null],
        [null, null, at(125).toISOString()],
      ],
    )
    assert.deepEqual([alarmsOf([short], 2)[0]?.own, alarmsOf([short], 3)[0]?.own], [true, false])
  })

  it('what a tree took stays the tree’s when the light is back', () => {
    const seen = hear([alarm('up', 300)], upstream(hear([alarm('los', 5)]), start))
    assert.deepEqual(
      alarmsOf([seen], 2).map((one) => [one.class, one.cut_s]),
      [['no_concluyente', 295]],
    )
  })
})
