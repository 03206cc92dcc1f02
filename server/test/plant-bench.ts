/** A test bench for a plant, with physical access to its lines. */
import assert from 'node:assert/strict'
import type { OntState, Plant, PlantAlarm } from '../plant/plant.ts'
import type { Manner } from '../plant/simulated/manner.ts'
import { until } from './poll.ts'

/** Faults of the OLT; none by default. */
export type Oddity = Pick<
  Manner,
  | 'clockMs'
  | 'clockJump'
  | 'clockSilent'
  | 'doubled'
  | 'late'
  | 'lateMs'
  | 'mute'
  | 'nameless'
  | 'gasps'
  | 'losForGasp'
  | 'staleRows'
  | 'powersKeptMs'
  | 'powersUndated'
  | 'unsupported'
>

/**
 * Four online ONTs, alone on their PON, with physical access: by number, from 1. Position 5 is empty. Another PON of the same
 * OLT has one ONT, number 6.
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
    /** Swaps the hairs of two positions. */
    exchange(one: number, two: number): Promise<unknown>
    /** Swaps the hair of a position with that of the other PON. */
    carryOver(position: number): Promise<unknown>
    restartOlt(): Promise<unknown>
    restartCard(): Promise<unknown>
    /** Cuts the fibre of the whole PON. */
    cutFeeder(): Promise<unknown>
    mendFeeder(): Promise<unknown>
    /** The OLT stops answering. */
    silence(): Promise<unknown>
    answer(): Promise<unknown>
  }
  behave(oddity: Oddity): Promise<unknown>
  /** Waits until a listener from now on has begun: no later alarm is too early for it. */
  listened(): Promise<unknown>
  close(): Promise<void>
}

/** Whether there are so many alarms, of one kind or of any. */
export const heard =
  (count: number, kind?: string) =>
  (alarms: readonly PlantAlarm[]): boolean =>
    alarms.filter((one) => kind === undefined || one.kind === kind).length >= count

/** The bench with its readings. */
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
    const is = (one: OntState) => one.state === state
    return await until(() => this.ont(position), is)
  }

  async online(...positions: number[]): Promise<void> {
    for (const position of positions) await this.becomes(position, 'online')
  }

  /** Pulls a hair until its ONT is dark; plugs it until it has light. */
  async darken(position: number): Promise<OntState> {
    await this.bench.hand.unplug(position)
    return await this.becomes(position, 'los')
  }
  async lighten(position: number): Promise<OntState> {
    await this.bench.hand.plug(position)
    return await this.becomes(position, 'online')
  }

  /** All alarms received during an act, and until `enough` is received. */
  async hear(
    work: () => Promise<unknown>,
    enough: (alarms: PlantAlarm[]) => boolean,
    from: number | null = null,
  ): Promise<PlantAlarm[]> {
    const { plant, oltId } = this.bench
    const taken: PlantAlarm[] = []
    const stop = new AbortController()
    const listening = plant.listen(oltId, from, async (more) => void taken.push(...more), stop.signal)
    if (from === null) await this.bench.listened()
    // A last alarm of an earlier act does not count.
    const began = from === null ? Date.now() : -Infinity
    await work()
    const found = await until(async () => taken.filter(({ receivedAt }) => receivedAt.getTime() >= began), enough)
    stop.abort()
    await listening
    return found
  }
}
