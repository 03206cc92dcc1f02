import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LiveCut, LivePort } from '@hilo/domain/proof/live-view.ts'
import { columnsOf } from '../../test/answers.ts'
import type { PlantReading } from '../../plant/plant.ts'
import { alarmsOf, isAccused, portNow, shownBefore, type PortNow } from './live-board.ts'

const start = Date.UTC(2026, 10, 20, 10)
const at = (seconds: number) => start + seconds * 1000
const serial = 'HWTC00000007'
const fresh: PortNow = {
  ...{ port_id: 70, port: 7, vno_id: 2, serial, worked: false, state: 'online', rx_dbm: -19.5, olt_rx_dbm: -21 },
  ...{ serial_now: serial, read_at: start, down_at: null, down_excused: false, up_at: null },
}
const cut = (from: number, to: number | null = null, over: Partial<LiveCut> = {}): LiveCut => ({
  ...{ from: at(from), to: to === null ? null : at(to), class: null, own: false, hand: true, doubt: null },
  ...over,
})
const live = (state: LivePort['state'], ...cuts: LiveCut[]): LivePort => ({
  ...{ port: 7, state, cuts },
  back_at: cuts.findLast(({ to }) => to !== null)?.to ?? null,
})
const reading = (seconds: number, over: Partial<PlantReading> = {}): PlantReading => ({
  ...{ portId: 70, port: 7, serial, state: 'online', rxDbm: -22.4, oltRxDbm: -23, distanceM: 1000 },
  ...{ lastDownAt: null, lastDownCause: null, lastUpAt: null, readAt: new Date(at(seconds)) },
  ...over,
})
const wireOf = (cuts: LiveCut[], viewer = 2, told: LiveCut[] = []) =>
  alarmsOf([{ ...fresh, cuts }], viewer, told.length > 0 ? alarmsOf([{ ...fresh, cuts: told }], viewer, []) : [])

describe('the board of an open intervention', () => {
  it('a dark port has no figures; a newer reading brings them back with the light, an older one does not', () => {
    const dark = portNow(fresh, live('los', cut(5)), serial)
    assert.deepEqual([dark.state, dark.rx_dbm, dark.down_at, isAccused(dark)], ['los', null, at(5), true])
    const back = portNow(dark, live('online', cut(5, 31, { class: 'microcorte' })), serial, reading(50))
    assert.deepEqual([back.state, back.rx_dbm, back.down_at, back.up_at], ['online', -22.4, null, at(31)])
    const older = portNow(back, live('online'), serial, reading(40, { rxDbm: -19 }))
    assert.deepEqual([older.rx_dbm, older.read_at], [-22.4, at(50)])
  })

  it('another ONT that answers at the port shows light and does not end the cut', () => {
    const seen = portNow(fresh, live('los', cut(5)), serial, reading(30, { serial: 'ZTEG0000000A' }))
    assert.deepEqual([seen.serial_now, seen.state, seen.down_at], ['ZTEG0000000A', 'online', at(5)])
    assert.equal(
      portNow(seen, live('los', cut(5)), serial).state,
      'online',
      'an alarm of somebody else changes nothing',
    )
    assert.equal(portNow(fresh, live('los', cut(5)), 'ZTEG0000000A', reading(30, { serial: 'ZTEG0000000A' })).state, 'los') // prettier-ignore
  })

  it('no alarm for the worked port, a customer’s own cut, or an explained one', () => {
    const dark = (over: Partial<LiveCut>, worked = false) =>
      isAccused(portNow({ ...fresh, worked }, live('los', cut(5, null, over)), serial))
    assert.deepEqual([dark({}), dark({}, true), dark({ own: true, hand: false }), dark({ class: 'no_concluyente', hand: false })], [true, false, false, false]) // prettier-ignore
  })

  it('on the wire a cut has its owner, its duration, and when operators are notified', () => {
    const all = [
      cut(5, 24.9, { class: 'microcorte' }),
      cut(105, 125, { class: 'corte_recuperado' }),
      cut(205, 290, { class: 'apagado', own: true, hand: false }),
      cut(305, null, { class: 'no_concluyente', hand: false, doubt: 'silent' }),
      cut(405),
    ]
    assert.deepEqual(columnsOf(wireOf(all), 'class', 'cut_s', 'gasp', 'notice_at'), [
      ['microcorte', 19, false, null],
      ['corte_recuperado', 20, false, null],
      ['apagado', 85, true, null],
      ['no_concluyente', null, false, null],
      [null, null, false, new Date(at(525)).toISOString()],
    ])
    assert.deepEqual(wireOf(all).map(({ doubt }) => doubt), [undefined, undefined, undefined, 'silent', undefined]) // prettier-ignore
    assert.deepEqual([wireOf(all, 2)[0]?.own, wireOf(all, 3)[0]?.own], [true, false])
  })

  it('a cut whose begin the OLT’s memory moves by seconds keeps its begin and counts as shown before', () => {
    const now = wireOf([cut(3)], 2, [cut(5)])
    assert.equal(now[0]?.down_at, new Date(at(5)).toISOString())
    const earlier = wireOf([cut(5)], 2, [cut(125)])
    assert.equal(earlier[0]?.down_at, new Date(at(5)).toISOString())
    const [first] = earlier
    assert.ok(first && shownBefore(first, earlier, wireOf([cut(125)])))
  })

  it('a second cut of a port was not shown before, nor one found between two that were', () => {
    const told = wireOf([cut(5, 9, { class: 'microcorte' }), cut(65)])
    const now = wireOf([cut(5, 9, { class: 'microcorte' }), cut(30, 40, { class: 'microcorte' }), cut(65), cut(90)])
    assert.deepEqual(
      now.map((one) => shownBefore(one, now, told) !== undefined),
      [true, false, true, false],
    )
  })
})
