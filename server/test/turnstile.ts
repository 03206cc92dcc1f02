import { setTimeout as sleep } from 'node:timers/promises'
import type { BoxReading, Plant } from '../plant/plant.ts'
import { SimulatedPlant } from '../plant/simulated/simulated-plant.ts'

/** Stands before the simulated plant as the OLT itself: counts who is inside, and may say something else. */
export class Turnstile extends SimulatedPlant {
  inside = new Map<number, number>()
  most = 0
  asked = 0
  say: ((reading: BoxReading) => unknown) | undefined
  linger = 0

  override async readBox(ctoId: number, signal?: AbortSignal): Promise<BoxReading> {
    return await this.#counted(async () => {
      const reading = await super.readBox(ctoId, signal)
      return this.say ? (this.say(reading) as BoxReading) : reading
    })
  }
  override async countPon(ponId: number, signal?: AbortSignal): ReturnType<Plant['countPon']> {
    return await this.#counted(() => super.countPon(ponId, signal))
  }

  async #counted<T>(work: () => Promise<T>): Promise<T> {
    this.asked++
    const now = (this.inside.get(0) ?? 0) + 1
    this.inside.set(0, now)
    this.most = Math.max(this.most, now)
    try {
      if (this.linger) await sleep(this.linger)
      return await work()
    } finally {
      this.inside.set(0, (this.inside.get(0) ?? 1) - 1)
    }
  }
}
