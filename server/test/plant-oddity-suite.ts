/** Faults that a plant may show on demand: every layer above must tolerate each of them. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { PlantAlarm } from '../plant/plant.ts'
import { columnsOf } from './answers.ts'
import { heard, type Looking, type Oddity } from './plant-bench.ts'
import { untilTrue } from './poll.ts'

const hour = 3_600_000

/** The four ONTs have light, and the plant has no faults. */
export function odditySuite(look: Looking): void {
  const { plant, hand, oltId, ponId, serials, behave } = look.bench
  /** While the plant has the fault; afterwards all four have light again. */
  const odd = async (oddity: Oddity, work: () => Promise<void>) => {
    await behave(oddity)
    try {
      await work()
    } finally {
      await behave({})
    }
    for (const position of [1, 2, 3, 4]) {
      await hand.powerOn(position)
      await look.lighten(position)
    }
  }
  const cutAndBack = async () => {
    await look.darken(1)
    await hand.plug(1)
  }
  const count = (alarms: readonly PlantAlarm[], kind: string) => alarms.filter((one) => one.kind === kind).length

  for (const clockMs of [hour, -hour])
    it(`an OLT whose clock is ${clockMs} ms off dates falls and alarms by it`, async () => {
      await odd({ clockMs }, async () => {
        const { at } = await plant.readClock(oltId)
        const off = (when: Date | null | undefined) => Math.round(((when?.getTime() ?? 0) - Date.now()) / hour)
        assert.equal(off(at), clockMs / hour)
        const said = await look.hear(cutAndBack, heard(1, 'up'))
        assert.ok(said.every(({ deviceAt, receivedAt }) => off(deviceAt) === clockMs / hour && off(receivedAt) === 0))
        assert.equal(off((await look.ont(1)).lastDownAt), clockMs / hour)
      })
    })

  it('a clock that jumps leaves earlier times unchanged', async () => {
    await cutAndBack()
    const before = await look.becomes(1, 'online')
    await odd({ clockJump: { from: new Date().toISOString(), byMs: -hour } }, async () => {
      assert.deepEqual((await look.ont(1)).lastDownAt, before.lastDownAt)
      const { at } = await plant.readClock(oltId)
      assert.ok(at && at.getTime() < Date.now() - hour + 60_000)
    })
  })

  it('an unreported clock is null, and states are read as usual', async () => {
    await odd({ clockSilent: true }, async () => {
      assert.deepEqual(await plant.readClock(oltId), { at: null, uptimeS: null })
      assert.equal((await plant.readPonState(ponId)).online, 4)
    })
  })

  it('alarms that are lost, come twice or come late', async () => {
    await odd({ mute: ['los'] }, async () => {
      const said = await look.hear(cutAndBack, heard(1, 'up'))
      assert.equal(count(said, 'los'), 0)
    })
    await odd({ doubled: 1 }, async () => {
      const said = await look.hear(cutAndBack, heard(2, 'up'))
      const falls = said.filter(({ kind }) => kind === 'los')
      assert.equal(falls.length, 2)
      assert.deepEqual(falls[0]?.deviceAt, falls[1]?.deviceAt)
    })
    await odd({ late: 1, lateMs: [400, 400] }, async () => {
      const [los] = await look.hear(cutAndBack, heard(1, 'up'))
      assert.ok(los?.deviceAt && los.receivedAt.getTime() - los.deviceAt.getTime() >= 400)
    })
  })

  it('alarms without a serial give PON and ONT id', async () => {
    await odd({ nameless: true }, async () => {
      const { ontId } = await look.ont(1)
      const said = await look.hear(cutAndBack, heard(1, 'up'))
      for (const alarm of said) assert.deepEqual([alarm.serial, alarm.ponId, alarm.ontId], [null, ponId, ontId])
    })
  })

  it('a cached power has its age, and one without a time has none', async () => {
    // Measured at the begin of a day, at which no earlier test has darkened the PON.
    const keptMs = 24 * hour
    await odd({ powersKeptMs: keptMs }, async () => {
      const asked = Date.now()
      const [one] = await plant.readPowers(ponId, serials)
      const at = one?.measuredAt?.getTime() ?? 0
      assert.ok(at > asked - keptMs && at <= Date.now(), String(asked - at))
    })
    await odd({ powersUndated: true }, async () => {
      for (const { measuredAt } of await plant.readPowers(ponId, serials)) assert.equal(measuredAt, null)
    })
  })

  it('the row of a dark ONT may still show an earlier fall', async () => {
    await odd({ staleRows: 1 }, async () => {
      const { lastDownAt, lastUpAt } = await look.darken(1)
      assert.ok(lastDownAt && lastUpAt && lastDownAt < lastUpAt)
    })
  })

  it('columns that it does not have are null', async () => {
    await odd({ unsupported: ['times', 'rx', 'distance'] }, async () => {
      assert.deepEqual(await plant.unsupported(oltId), ['times', 'rx', 'distance'])
      const { lastDownAt, lastUpAt, distanceM } = await look.ont(1)
      assert.deepEqual([lastDownAt, lastUpAt, distanceM], [null, null, null])
      const [power] = await plant.readPowers(ponId, serials)
      assert.deepEqual([power?.rxDbm, typeof power?.oltRxDbm], [null, 'number'])
    })
  })

  it('an ONT that sends no last gasp falls silent, or raises LOS', async () => {
    await odd({ gasps: 0 }, async () => {
      await hand.powerOff(1)
      await look.becomes(1, 'offline')
    })
    await odd({ gasps: 0, losForGasp: true }, async () => {
      const said = await look.hear(() => hand.powerOff(1), heard(1))
      assert.deepEqual(columnsOf(said, 'kind', 'serial'), [['los', look.serial(1)]])
    })
  })

  it('the last light of a PON that goes is reported once, with the number of ONTs, and so is the first that is back', async () => {
    const restored = (alarms: readonly PlantAlarm[]) => count(alarms, 'pon_los_clear') > 0 && count(alarms, 'up') > 3
    const said = await look.hear(async () => {
      await hand.cutFeeder()
      await look.becomes(4, 'los')
      await hand.mendFeeder()
    }, restored)
    const told = said.filter(({ kind }) => kind.startsWith('pon_los'))
    assert.deepEqual(
      told.map(({ kind, ponId: pon, serial, affected, gasps }) => [kind, pon, serial, affected ?? null, gasps ?? null]),
      [
        ['pon_los', ponId, null, 4, 0],
        ['pon_los_clear', ponId, null, null, null],
      ],
    )
    assert.equal(count(said, 'los'), 4)
    await look.online(1, 2, 3, 4)
  })

  it('a card that starts again takes its PONs with it, and the OLT goes on running', async () => {
    const said = await look.hear(() => hand.restartCard(), heard(4, 'up'))
    assert.deepEqual([count(said, 'los'), count(said, 'agent_restart')], [0, 0])
    assert.ok(count(said, 'pon_los') > 0)
    const { uptimeS } = await plant.readClock(oltId)
    await untilTrue(async () => ((await plant.readClock(oltId)).uptimeS ?? 0) >= (uptimeS ?? 0))
    await look.online(1, 2, 3, 4)
  })
}
