import { setTimeout as sleep } from 'node:timers/promises'
import type { OntPower, Plant, StatesReading } from '../plant/plant.ts'
import { SimulatedPlant } from '../plant/simulated/simulated-plant.ts'

/** Stands in for the OLT of the simulated plant: counts concurrent sessions, and may alter answers. */
export class Turnstile extends SimulatedPlant {
  inside = new Map<number, number>()
  most = 0
  asked = 0
  /** Alters the answer with states, and with powers. */
  say: ((reading: StatesReading) => unknown) | undefined
  sayPowers: ((powers: OntPower[]) => unknown) | undefined
  linger = 0
  /** What a query of states waits for, if it is set when the query comes. */
  held: Promise<unknown> | undefined

  /** Queries of states that come from now on wait until they are let go. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.held = promise
    return () => {
      this.held = undefined
      resolve()
    }
  }

  override async readStates(ponId: number, serials: readonly string[], signal?: AbortSignal): Promise<StatesReading> {
    return await this.#counted(async () => {
      const reading = await super.readStates(ponId, serials, signal)
      return this.say ? (this.say(reading) as StatesReading) : reading
    })
  }
  override async readPowers(ponId: number, serials: readonly string[], signal?: AbortSignal): Promise<OntPower[]> {
    const powers = await super.readPowers(ponId, serials, signal)
    return this.sayPowers ? (this.sayPowers(powers) as OntPower[]) : powers
  }
  override async readPon(ponId: number, signal?: AbortSignal): ReturnType<Plant['readPon']> {
    return await this.#counted(() => super.readPon(ponId, signal))
  }

  async #counted<T>(work: () => Promise<T>): Promise<T> {
    this.asked++
    const now = (this.inside.get(0) ?? 0) + 1
    this.inside.set(0, now)
    this.most = Math.max(this.most, now)
    try {
      await this.held
      if (this.linger) await sleep(this.linger)
      return await work()
    } finally {
      this.inside.set(0, (this.inside.get(0) ?? 1) - 1)
    }
  }
}
