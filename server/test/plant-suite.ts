/** What every kind of plant must do, whatever is behind it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { plausible } from '@hilo/domain/optics.ts'
import { lineSuite } from './plant-line-suite.ts'
import { PlantUnreachable, type Plant, type PlantAlarm, type PlantReading } from '../plant/plant.ts'

/** A box with four customers online at positions 1 to 4 and nothing at 5, alone on its PON, and somebody who can touch it. */
export interface PlantBench {
  plant: Plant
  oltId: number
  ponId: number
  ctoId: number
  /** Ids of the positions, by number minus one. */
  ports: readonly number[]
  hand: {
    unplug(port: number): Promise<unknown>
    plug(port: number): Promise<unknown>
    powerOff(port: number): Promise<unknown>
    powerOn(port: number): Promise<unknown>
    /** Adds loss in dB. */
    bend(port: number, db: number): Promise<unknown>
    appear(port: number, serial: string): Promise<unknown>
    /** The OLT stops answering. */
    silence(): Promise<unknown>
    answer(): Promise<unknown>
  }
  close(): Promise<void>
}

const patienceMs = 6000

export async function until<T>(look: () => Promise<T>, good: (value: T) => boolean): Promise<T> {
  const start = performance.now()
  for (;;) {
    const value = await look()
    if (good(value)) return value
    assert.ok(performance.now() - start < patienceMs, `never came: ${JSON.stringify(value)}`)
    await sleep(20)
  }
}

export function plantSuite(name: string, open: () => Promise<PlantBench>): void {
  describe(`plant: ${name}`, () => {
    let bench: PlantBench
    before(async () => {
      bench = await open()
    })
    after(() => bench.close())

    const read = async () => (await bench.plant.readBox(bench.ctoId)).readings
    const readPort = async (port: number): Promise<PlantReading> => {
      const found = (await read()).find((one) => one.port === port)
      assert.ok(found)
      return found
    }
    const becomes = (port: number, state: string) =>
      until(
        () => readPort(port),
        (one) => one.state === state,
      )
    /** Everything that is heard while something is done, and for as long as `enough` is not heard. */
    const hear = async (
      work: () => Promise<unknown>,
      enough: (alarms: PlantAlarm[]) => boolean,
      from: number | null = null,
    ) => {
      const heard: PlantAlarm[] = []
      const stop = new AbortController()
      const listening = bench.plant.listen(bench.oltId, from, async (more) => void heard.push(...more), stop.signal)
      await sleep(100)
      // The last words of what was done before do not count.
      if (from === null) heard.length = 0
      await work()
      await until(async () => heard, enough)
      stop.abort()
      await listening
      return heard
    }

    it('reads every position once, by number, with figures only where there is light', async () => {
      const before = Date.now()
      const reading = await bench.plant.readBox(bench.ctoId)
      assert.deepEqual(
        reading.readings.map(({ port }) => port),
        [1, 2, 3, 4, 5],
      )
      assert.deepEqual(
        reading.readings.map(({ portId }) => portId),
        bench.ports,
      )
      assert.ok(reading.takenAt.getTime() >= before - 1000)
      for (const one of reading.readings.slice(0, 4)) {
        assert.equal(one.state, 'online')
        assert.match(one.serial ?? '', /^[A-Z]{4}[0-9A-F]{8}$/)
        for (const power of [one.rxDbm, one.oltRxDbm])
          assert.ok(power !== null && plausible(power) === power && power < -8)
        assert.ok(one.distanceM !== null && one.distanceM > 0)
      }
      const free = reading.readings[4]
      assert.deepEqual([free?.serial, free?.rxDbm, free?.oltRxDbm], [null, null, null])
      assert.notEqual(free?.state, 'online')
    })

    it('two readings of what nobody touched differ by noise alone', async () => {
      const [one, two] = [await readPort(1), await readPort(1)]
      assert.ok(Math.abs((one.rxDbm ?? 0) - (two.rxDbm ?? 99)) < 0.6)
    })

    it('a pulled hair is LOS at once, and up again after ranging', async () => {
      await bench.hand.unplug(2)
      const dark = await becomes(2, 'los')
      assert.deepEqual([dark.rxDbm, dark.oltRxDbm, dark.lastDownCause], [null, null, 'los'])
      assert.ok(dark.lastDownAt && dark.lastDownAt <= dark.readAt)
      assert.deepEqual(
        (await read()).filter(({ state }) => state === 'online').map(({ port }) => port),
        [1, 3, 4],
      )
      await bench.hand.plug(2)
      const back = await becomes(2, 'online')
      assert.ok(back.lastUpAt && back.lastUpAt > dark.lastDownAt)
      assert.equal(back.lastDownCause, 'los')
    })

    it('a customer who switches off is not LOS', async () => {
      await bench.hand.powerOff(3)
      const off = await until(
        () => readPort(3),
        ({ state }) => state !== 'online',
      )
      assert.ok(off.state === 'dying_gasp' || off.state === 'offline', off.state)
      assert.equal(off.rxDbm, null)
      await bench.hand.powerOn(3)
      await becomes(3, 'online')
    })

    it('added loss shows both ways, in full, and goes with a good connector', async () => {
      const before = await readPort(1)
      await bench.hand.bend(1, 4)
      const bent = await readPort(1)
      for (const power of ['rxDbm', 'oltRxDbm'] as const)
        assert.ok(Math.abs((before[power] ?? 0) - 4 - (bent[power] ?? 0)) < 0.6, power)
      await bench.hand.plug(1)
      const healed = await becomes(1, 'online')
      assert.ok(Math.abs((before.rxDbm ?? 0) - (healed.rxDbm ?? 0)) < 0.6)
    })

    it('says by itself what goes and comes, in order, and goes on after a cursor', async () => {
      const down = await hear(
        () => bench.hand.unplug(4),
        (heard) => heard.length > 0,
      )
      assert.deepEqual(
        down.map(({ kind, serial, ponId, oltId }) => ({ kind, serial, ponId, oltId })),
        [{ kind: 'los', serial: (await readPort(4)).serial, ponId: bench.ponId, oltId: bench.oltId }],
      )
      const cursor = down.at(-1)?.cursor ?? null
      // While nobody listens.
      await bench.hand.plug(4)
      await becomes(4, 'online')
      const up = await hear(
        () => bench.hand.unplug(4),
        (heard) => heard.length > 1,
        cursor,
      )
      assert.deepEqual(
        up.map(({ kind }) => kind),
        ['up', 'los'],
      )
      const order = [...down, ...up].map((alarm) => alarm.cursor)
      assert.deepEqual(
        order,
        [...new Set(order)].sort((one, two) => one - two),
      )
      await bench.hand.plug(4)
      await becomes(4, 'online')
    })

    it('an alarm counts as delivered only once it was taken', async () => {
      const cursor =
        (
          await hear(
            () => bench.hand.unplug(4),
            (heard) => heard.at(-1)?.kind === 'los',
          )
        ).at(-1)?.cursor ?? null
      await bench.hand.plug(4)
      const broken = bench.plant.listen(
        bench.oltId,
        cursor,
        () => Promise.reject(new Error('not stored')),
        AbortSignal.timeout(patienceMs),
      )
      await assert.rejects(broken, /not stored/)
      const again = await hear(
        () => Promise.resolve(),
        (heard) => heard.length > 0,
        cursor,
      )
      assert.equal(again[0]?.kind, 'up')
    })

    it('counts the PON, and since when who is silent without a last word', async () => {
      const before = await bench.plant.countPon(bench.ponId)
      assert.deepEqual([before.provisioned, before.online], [4, 4])
      await bench.hand.unplug(1)
      await becomes(1, 'los')
      const cut = await bench.plant.countPon(bench.ponId)
      assert.deepEqual([cut.provisioned, cut.online, cut.dropped.length], [4, 3, 1])
      const { lastDownAt } = await readPort(1)
      assert.deepEqual(cut.dropped, [lastDownAt])
      await bench.hand.plug(1)
      await becomes(1, 'online')
    })

    it('a new ONT is detected where it hangs, and nowhere else', async () => {
      const [first, , , , free] = bench.ports
      assert.equal(await bench.plant.detect(bench.ctoId, free ?? 0), null)
      await bench.hand.appear(5, 'HWTC0A1B2C3D')
      await until(
        () => bench.plant.detect(bench.ctoId, free ?? 0),
        (serial) => serial === 'HWTC0A1B2C3D',
      )
      assert.equal(await bench.plant.detect(bench.ctoId, first ?? 0), null)
      assert.equal((await readPort(5)).serial, 'HWTC0A1B2C3D')
    })

    lineSuite(() => ({ ...bench, readPort, becomes }))

    it('F7 an OLT that does not answer is given up in time, in everything, and comes back', async () => {
      await bench.hand.silence()
      const questions = [
        () => bench.plant.readBox(bench.ctoId),
        () => bench.plant.countPon(bench.ponId),
        () => bench.plant.detect(bench.ctoId, bench.ports[0] ?? 0),
        () => bench.plant.readLine(bench.ctoId, bench.ports[0] ?? 0),
        () => bench.plant.readHistory(bench.ctoId, bench.ports[0] ?? 0),
        () => bench.plant.reset(bench.ctoId, bench.ports[0] ?? 0),
        () =>
          bench.plant.provision(bench.ctoId, bench.ports[0] ?? 0, {
            serial: 'HWTC00000000',
            profile: null,
            vlan: null,
          }),
        () => bench.plant.deprovision(bench.ctoId, bench.ports[0] ?? 0),
        () => bench.plant.listen(bench.oltId, null, async () => {}, AbortSignal.timeout(patienceMs)),
      ]
      for (const ask of questions) {
        const start = performance.now()
        await assert.rejects(ask(), PlantUnreachable)
        assert.ok(performance.now() - start < 5000)
      }
      await bench.hand.answer()
      assert.equal((await read()).length, 5)
    })

    it('lets go when told to', async () => {
      await bench.hand.silence()
      await assert.rejects(bench.plant.readBox(bench.ctoId, AbortSignal.abort()))
      await bench.hand.answer()
    })
  })
}
