/** Fair queue for decoding pictures: few at once, in turns between operators and between the people of each. */
import { Problem } from '@hilo/domain/problem.ts'

/** Person and operator that the work is counted for; `vno` 0 is the neutral operator. */
export interface Sender {
  vno: number
  user: number
  /** Background work: waits without limit instead of being refused. */
  patient?: boolean
}

/** The session's person as the sender of a picture. */
export const senderOf = ({ vno, user }: { vno: { id: number } | null; user: { id: number } }): Sender => ({
  vno: vno?.id ?? 0,
  user: user.id,
})

interface Limits {
  atOnce: number
  /** Queue limits per person, per operator and in total. */
  person: number
  operator: number
  all: number
  patienceMs: number
  /** Seconds for a refused client to wait. */
  retryAfter: number
}

interface Waiting extends Sender {
  begin(): void
}

/**
 * Runs work for many senders, one piece at a time per person. The next piece is of the operator, and within it of the person,
 * served longest ago, so that one person's many pictures do not delay another's first.
 */
export class DecodeTurns {
  readonly #limits: Limits
  #waiting: Waiting[] = []
  readonly #running = new Set<Sender>()
  /** Turn count when the sender was last served, by `v<operator>` and `u<person>`; empty while the queue is empty. */
  readonly #served = new Map<string, number>()
  #given = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** @throws Problem UNAVAILABLE if the queue is full, or the turn does not come in time */
  async run<T>(sender: Sender, work: () => Promise<T>): Promise<T> {
    const own: Sender = { ...sender }
    if (this.#running.size < this.#limits.atOnce && !this.#isBusy(own.user)) this.#take(own)
    else await this.#wait(own)
    try {
      return await work()
    } finally {
      this.#running.delete(own)
      this.#next()
    }
  }

  #isBusy(user: number): boolean {
    return [...this.#running].some((one) => one.user === user)
  }

  #take(sender: Sender): void {
    this.#running.add(sender)
    this.#given += 1
    this.#served.set(`v${sender.vno}`, this.#given).set(`u${sender.user}`, this.#given)
  }

  #wait(sender: Sender): Promise<void> {
    const { all, operator, person, patienceMs, retryAfter } = this.#limits
    const count = (like: (one: Waiting) => boolean) => this.#waiting.filter(like).length
    const full =
      this.#waiting.length >= all ||
      count((one) => one.vno === sender.vno) >= operator ||
      count((one) => one.user === sender.user) >= person
    const refusal = () => new Problem('UNAVAILABLE', { retryAfter })
    if (full && !sender.patient) return Promise.reject(refusal())
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        this.#take(sender)
        resolve()
      }
      const entry = { ...sender, begin }
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((one) => one !== entry)
        reject(refusal())
      }
      const timer = sender.patient ? undefined : setTimeout(giveUp, patienceMs)
      this.#waiting.push(entry)
    })
  }

  #next(): void {
    if (this.#waiting.length === 0 && this.#running.size === 0) this.#served.clear()
    const served = (key: string) => this.#served.get(key) ?? 0
    const [next] = this.#waiting
      .filter(({ user }) => !this.#isBusy(user))
      .toSorted((a, b) => served(`v${a.vno}`) - served(`v${b.vno}`) || served(`u${a.user}`) - served(`u${b.user}`))
    if (!next) return
    this.#waiting = this.#waiting.filter((one) => one !== next)
    next.begin()
  }
}
