/** Faults that a plant may show on demand: every layer above must tolerate each of them. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { PlantAlarm } from '../plant/plant.ts'
import { type Looking, type Oddity } from './plant-bench.ts'
import { until } from './poll.ts'

const hour = 3_600_000

/** @param open created when the tests run; the four ONTs have light, and the plant has no faults */
export function odditySuite(open: () => Looking): void {
  /** While the plant has the fault; afterwards all four have light again. */
  const odd = async (oddity: Oddity, work: (look: Looking) => Promise<void>) => {
    const look = open()
    await look.bench.behave(oddity)
    try {
      await work(look)
    } finally {
      await look.bench.behave({})
    }
    for (const position of [1, 2, 3, 4]) {
      await look.bench.hand.plug(position)
      await look.bench.hand.powerOn(position)
      await look.becomes(position, 'online')
    }
  }
  const cutAndBack = (look: Looking) => async () => {
    await look.bench.hand.unplug(1)
    await look.becomes(1, 'los')
    await look.bench.hand.plug(1)
  }
  const count = (alarms: readonly PlantAlarm[], kind: string) => alarms.filter((one) => one.kind === kind).length

  for (const clockMs of [hour, -hour])
    it(`an OLT whose clock is ${clockMs} ms off dates falls and alarms by it`, async () => {
      await odd({ clockMs }, async (look) => {
        const { plant, oltId } = look.bench
        const { at } = await plant.readClock(oltId)
        const off = (when: Date | null | undefined) => Math.round(((when?.getTime() ?? 0) - Date.now()) / hour)
        assert.equal(off(at), clockMs / hour)
        const heard = await look.hear(cutAndBack(look), (alarms) => count(alarms, 'up') > 0)
        assert.ok(heard.every(({ deviceAt, receivedAt }) => off(deviceAt) === clockMs / hour && off(receivedAt) === 0))
        assert.equal(off((await look.ont(1)).lastDownAt), clockMs / hour)
      })
    })

  it('a clock that jumps leaves earlier times unchanged', async () => {
    const look = open()
    await cutAndBack(look)()
    const before = await look.becomes(1, 'online')
    await odd({ clockJump: { from: new Date().toISOString(), byMs: -hour } }, async () => {
      assert.deepEqual((await look.ont(1)).lastDownAt, before.lastDownAt)
      const { at } = await look.bench.plant.readClock(look.bench.oltId)
      assert.ok(at && at.getTime() < Date.now() - hour + 60_000)
    })
  })

  it('an unreported clock is null, and states are read as usual', async () => {
    await odd({ clockSilent: true }, async ({ bench }) => {
      assert.deepEqual(await bench.plant.readClock(bench.oltId), { at: null, uptimeS: null })
      assert.equal((await bench.plant.readPonState(bench.ponId)).online, 4)
    })
  })

  it('alarms that are lost, come twice or come late', async () => {
    await odd({ mute: ['los'] }, async (look) => {
      const heard = await look.hear(cutAndBack(look), (alarms) => count(alarms, 'up') > 0)
      assert.equal(count(heard, 'los'), 0)
    })
    await odd({ doubled: 1 }, async (look) => {
      const heard = await look.hear(cutAndBack(look), (alarms) => count(alarms, 'up') > 1)
      const falls = heard.filter(({ kind }) => kind === 'los')
      assert.equal(falls.length, 2)
      assert.deepEqual(falls[0]?.deviceAt, falls[1]?.deviceAt)
    })
    await odd({ late: 1, lateMs: [400, 400] }, async (look) => {
      const [los] = await look.hear(cutAndBack(look), (alarms) => count(alarms, 'up') > 0)
      assert.ok(los?.deviceAt && los.receivedAt.getTime() - los.deviceAt.getTime() >= 400)
    })
  })

  it('alarms without a serial give PON and ONT id', async () => {
    await odd({ nameless: true }, async (look) => {
      const { ontId } = await look.ont(1)
      const heard = await look.hear(cutAndBack(look), (alarms) => count(alarms, 'up') > 0)
      for (const alarm of heard)
        assert.deepEqual([alarm.serial, alarm.ponId, alarm.ontId], [null, look.bench.ponId, ontId])
    })
  })

  it('a cached power has its age, and one without a time has none', async () => {
    // Measured at the begin of a day, at which no earlier test has darkened the PON.
    const keptMs = 24 * hour
    await odd({ powersKeptMs: keptMs }, async ({ bench }) => {
      const asked = Date.now()
      const [one] = await bench.plant.readPowers(bench.ponId, bench.serials)
      const at = one?.measuredAt?.getTime() ?? 0
      assert.ok(at > asked - keptMs && at <= Date.now(), String(asked - at))
    })
    await odd({ powersUndated: true }, async ({ bench }) => {
      for (const { measuredAt } of await bench.plant.readPowers(bench.ponId, bench.serials))
        assert.equal(measuredAt, null)
    })
  })

  it('the row of a dark ONT may still show an earlier fall', async () => {
    await odd({ staleRows: 1 }, async (look) => {
      await look.bench.hand.unplug(1)
      const { lastDownAt, lastUpAt } = await look.becomes(1, 'los')
      assert.ok(lastDownAt && lastUpAt && lastDownAt < lastUpAt)
    })
  })

  it('columns that it does not have are null', async () => {
    await odd({ unsupported: ['times', 'rx', 'distance'] }, async (look) => {
      const { plant, oltId, ponId, serials } = look.bench
      assert.deepEqual(await plant.unsupported(oltId), ['times', 'rx', 'distance'])
      const { lastDownAt, lastUpAt, distanceM } = await look.ont(1)
      assert.deepEqual([lastDownAt, lastUpAt, distanceM], [null, null, null])
      const [power] = await plant.readPowers(ponId, serials)
      assert.deepEqual([power?.rxDbm, typeof power?.oltRxDbm], [null, 'number'])
    })
  })

  it('an ONT that sends no last gasp falls silent, or raises LOS', async () => {
    await odd({ gasps: 0 }, async (look) => {
      await look.bench.hand.powerOff(1)
      await look.becomes(1, 'offline')
    })
    await odd({ gasps: 0, losForGasp: true }, async (look) => {
      const heard = await look.hear(
        () => look.bench.hand.powerOff(1),
        (alarms) => alarms.length > 0,
      )
      assert.deepEqual(
        heard.map(({ kind, serial }) => [kind, serial]),
        [['los', look.serial(1)]],
      )
    })
  })

  it('the last light of a PON that goes is reported once, with the number of ONTs, and so is the first that is back', async () => {
    const look = open()
    const { hand, ponId } = look.bench
    const restored = (alarms: readonly PlantAlarm[]) => count(alarms, 'pon_los_clear') > 0 && count(alarms, 'up') > 3
    const heard = await look.hear(async () => {
      await hand.cutFeeder()
      await look.becomes(4, 'los')
      await hand.mendFeeder()
    }, restored)
    const told = heard.filter(({ kind }) => kind.startsWith('pon_los'))
    assert.deepEqual(
      told.map(({ kind, ponId: pon, serial, affected, gasps }) => [kind, pon, serial, affected ?? null, gasps ?? null]),
      [
        ['pon_los', ponId, null, 4, 0],
        ['pon_los_clear', ponId, null, null, null],
      ],
    )
    assert.equal(count(heard, 'los'), 4)
    for (const position of [1, 2, 3, 4]) await look.becomes(position, 'online')
  })

  it('a card that starts again takes its PONs with it, and the OLT goes on running', async () => {
    const look = open()
    const { plant, oltId, hand } = look.bench
    const heard = await look.hear(
      () => hand.restartCard(),
      (alarms) => count(alarms, 'up') > 3,
    )
    assert.deepEqual([count(heard, 'los'), count(heard, 'agent_restart')], [0, 0])
    assert.ok(count(heard, 'pon_los') > 0)
    const { uptimeS } = await plant.readClock(oltId)
    await until(
      () => plant.readClock(oltId),
      (now) => (now.uptimeS ?? 0) >= (uptimeS ?? 0),
    )
    for (const position of [1, 2, 3, 4]) await look.becomes(position, 'online')
  })
}
