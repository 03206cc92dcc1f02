/** Something to try a plant on, with somebody who can touch it. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OntState, Plant, PlantAlarm } from '../plant/plant.ts'

/**
 * Four ONTs that are online, alone on their PON, and somebody who can touch them: by number, from 1. On position 5 nothing
 * hangs. Another PON of the same OLT has one ONT, number 6.
 */
export interface PlantBench {
  plant: Plant
  oltId: number
  ponId: number
  otherPonId: number
  /** Of the four. */
  serials: readonly [string, string, string, string]
  hand: {
    unplug(position: number): Promise<unknown>
    plug(position: number): Promise<unknown>
    powerOff(position: number): Promise<unknown>
    powerOn(position: number): Promise<unknown>
    /** Adds loss in dB. */
    bend(position: number, db: number): Promise<unknown>
    appear(position: number, serial: string): Promise<unknown>
    /** Puts the hairs of two positions in each other's place. */
    exchange(one: number, two: number): Promise<unknown>
    /** Puts the hair of a position in the place of the one of the other PON, and the other way round. */
    carryOver(position: number): Promise<unknown>
    restartOlt(): Promise<unknown>
    /** The OLT stops answering. */
    silence(): Promise<unknown>
    answer(): Promise<unknown>
  }
  close(): Promise<void>
}

export const patienceMs = 6000

export async function until<T>(look: () => Promise<T>, good: (value: T) => boolean): Promise<T> {
  const start = performance.now()
  for (;;) {
    const value = await look()
    if (good(value)) return value
    assert.ok(performance.now() - start < patienceMs, `never came: ${JSON.stringify(value)}`)
    await sleep(20)
  }
}

/** The bench with what is read of it. */
export class Looking {
  readonly bench: PlantBench
  constructor(bench: PlantBench) {
    this.bench = bench
  }

  serial(position: number): string {
    return this.bench.serials[position - 1] ?? ''
  }

  /** The state of one of the four. */
  async ont(position: number): Promise<OntState> {
    const { plant, ponId } = this.bench
    const { onts } = await plant.readStates(ponId, [this.serial(position)])
    const [found] = onts
    assert.ok(found, `ONT ${position} is known to its OLT`)
    return found
  }

  async power(position: number): Promise<number> {
    const [said] = await this.bench.plant.readPowers(this.bench.ponId, [this.serial(position)])
    assert.ok(said && said.rxDbm !== null)
    return said.rxDbm
  }

  async becomes(position: number, state: string): Promise<OntState> {
    return await until(
      () => this.ont(position),
      (one) => one.state === state,
    )
  }

  /** Everything that is heard while something is done, and for as long as `enough` is not heard. */
  async hear(
    work: () => Promise<unknown>,
    enough: (alarms: PlantAlarm[]) => boolean,
    from: number | null = null,
  ): Promise<PlantAlarm[]> {
    const { plant, oltId } = this.bench
    const heard: PlantAlarm[] = []
    const stop = new AbortController()
    const listening = plant.listen(oltId, from, async (more) => void heard.push(...more), stop.signal)
    await sleep(100)
    // The last words of what was done before do not count.
    if (from === null) heard.length = 0
    await work()
    await until(async () => heard, enough)
    stop.abort()
    await listening
    return heard
  }
}
