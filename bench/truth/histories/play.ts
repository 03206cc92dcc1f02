/** Plays a drawn history at one box over the wire and notes when everything really happened: a busy machine only makes it longer. */
import type { Event } from '@hilo/contract/events/events.ts'
import type { Act } from '../../../domain/test/history/plan.ts'
import { unique } from '../../../server/test/factories.ts'
import type { Door } from '../../../server/test/trials/api-access.ts'
import { behave } from '../../../server/test/trials/acts.ts'
import { isClosed, Stage, type Hand, type Work } from '../../../server/test/trials/stage.ts'
import type { Happening, Story } from './draw.ts'

export interface Led {
  work: Work
  hand: Hand
  /** Business time of request, closing and last look, ms. */
  from: number
  closedAt: number | null
  asked: Event
  ended: Event
}
export interface Course {
  stage: Stage
  story: Story
  led: Led[]
  /** What was done, in the words of the domain's histories. `work` of a hand counts the technicians from 0. */
  acts: Act[]
  /** Real time from a pulled hair to its alarm on a technician's screen, ms. */
  alarms: number[]
}

/** Longest wait for an alarm. A later alarm counts as late in the result and does not end the run. */
const hearMs = 20_000
const quarter = 900
const day = 86_400
const changeS = 45

type Step = { at: number; order: number; do(): Promise<void> }

class Player {
  readonly #course: Course
  #now = 0
  readonly #door: Door
  constructor(door: Door, course: Course) {
    this.#door = door
    this.#course = course
  }

  /** Waits for a moment of business time; returns at once where it has passed. */
  async until(at: number): Promise<number> {
    const seconds = Math.ceil((at - this.#now) / 1000)
    return seconds >= 1 ? this.pass(seconds) : this.#now
  }

  async pass(seconds: number): Promise<number> {
    this.#now = await this.#course.stage.clock(seconds)
    return this.#now
  }

  async act(deed: Parameters<Stage['act']>[0]): Promise<number> {
    this.#now = await this.#course.stage.act(deed)
    return this.#now
  }

  /** Happenings of a stretch of time, in their order, with the ends of what comes to an end. */
  async play(start: number, happenings: readonly Happening[], more: readonly Step[] = []): Promise<void> {
    const steps = [...more, ...happenings.flatMap((one, index) => this.#stepsOf(one, index))]
    for (const step of steps.toSorted((a, b) => a.at - b.at || a.order - b.order)) {
      await this.until(start + step.at * 1000)
      await step.do()
    }
  }

  #stepsOf(one: Happening, order: number): Step[] {
    const { acts } = this.#course
    const begin = (run: () => Promise<void>): Step => ({ at: one.at, order, do: run })
    const lasting = (on: () => Promise<Act>, off: (() => Promise<number>) | null, seconds: number | null): Step[] => {
      let begun: Act | undefined
      const first = begin(async () => void acts.push((begun = await on())))
      if (off === null || seconds === null) return [first]
      return [first, { at: one.at + seconds, order, do: async () => void (begun && (begun.until = await off())) }]
    }
    switch (one.what) {
      case 'unplug':
        return lasting(
          () => this.#pull(one),
          () => this.act({ action: 'plug', port: one.port }),
          one.seconds,
        )
      case 'bend': {
        const { by: work, port, db } = one
        const on = async (): Promise<Act> => ({
          kind: 'bend',
          work,
          ont: port,
          db,
          at: await this.act({ action: 'degrade', port, db }),
          until: null,
        })
        return lasting(on, null, null)
      }
      case 'switch_off': {
        const { port } = one
        const on = async (): Promise<Act> => ({
          kind: 'switch',
          ont: port,
          at: await this.act({ action: 'power_off', port }),
          until: null,
        })
        return lasting(on, () => this.act({ action: 'power_on', port }), one.seconds)
      }
      case 'tree': {
        const on = async (): Promise<Act> => ({
          kind: 'tree',
          at: await this.act({ action: 'unplug' }),
          until: Infinity,
        })
        return lasting(on, () => this.act({ action: 'plug' }), one.seconds)
      }
      case 'olt_restart':
      case 'card_restart':
        return [begin(() => this.#restart(one.what))]
      case 'change':
        return [begin(() => this.#order(one)), { at: one.at + 1, order, do: () => this.#change(one.port) }]
      case 'clock_jump':
        return [begin(() => this.#jump(one.byMs))]
    }
  }

  async #pull({ port, by: work, seconds }: Extract<Happening, { what: 'unplug' }>): Promise<Act> {
    const { stage, alarms, story } = this.#course
    const at = await this.act({ action: 'unplug', port })
    const from = performance.now()
    const told = (event: Event) => event.neighbours.alarms?.findLast((one) => one.port === port)?.up_at === null
    const [open] = stage.open
    // A late alarm comes when the clock has moved, a lost one never.
    const comes = story.manner.lost === undefined && story.manner.late === undefined
    if (open && comes && (await stage.until(open, told, seconds === null ? hearMs : hearMs / 2)))
      alarms.push(performance.now() - from)
    return { kind: 'unplug', work, ont: port, at, until: null }
  }

  async #restart(action: 'olt_restart' | 'card_restart'): Promise<void> {
    const at = await this.act({ action })
    this.#course.acts.push({ kind: action === 'olt_restart' ? 'olt' : 'card', at, until: at + 15_000 })
  }

  async #order({ port, ordered }: Extract<Happening, { what: 'change' }>): Promise<void> {
    const { stage } = this.#course
    this.#serial = `HWTC${unique().slice(0, 8)}`
    const access_id = stage.box.accesses[port - 1]?.id
    const query = { access_id, new_serial: this.#serial, reason: 'averia' }
    if (ordered) await stage.ask('admin_vno/ont/deviceModification', query, stage.owner)
  }
  #serial = ''

  async #change(port: number): Promise<void> {
    const at = await this.act({ action: 'power_off', port })
    await this.pass(changeS)
    const until = await this.act({ action: 'register_ont', port, serial: this.#serial })
    this.#course.acts.push({ kind: 'switch', ont: port, at, until })
  }

  async #jump(byMs: number): Promise<void> {
    const { stage, story } = this.#course
    const from = new Date(this.#now).toISOString()
    await behave(stage, { ...story.manner, clockJump: { from, byMs } })
  }
}

/** Reconnects every fibre that the history left disconnected. */
async function mend({ stage, acts }: Course, player: Player): Promise<void> {
  for (const act of acts)
    if (act.kind === 'unplug' && act.until === null) act.until = await player.act({ action: 'plug', port: act.ont })
  await player.pass(30)
  await stage.settled()
}

async function end(course: Course, player: Player, led: Led, index: number): Promise<void> {
  const { stage, story } = course
  const ending = story.works[index]?.ending ?? 'cancel'
  led.asked = led.ended = await stage.end(led.work, ending)
  if (!isClosed(led.ended) && story.mends) {
    await mend(course, player)
    led.ended = await stage.endAgain(led.work, ending)
  }
  if (isClosed(led.ended)) led.closedAt = await player.pass(1)
}

export async function playStory(door: Door, story: Story): Promise<Course> {
  const stage = await Stage.set(door)
  const course: Course = { stage, story, led: [], acts: [], alarms: [] }
  const player = new Player(door, course)
  const hands: Hand[] = []
  for (const who of story.crew) hands.push(await stage.hand(who === 'colleague' ? hands[0]?.vno : undefined))
  // The OLT's clock is measured before anything happens.
  await stage.ask('admin_vno/neighbors/queryState', { cto_id: stage.box.cto.id }, stage.neutral)
  await behave(stage, story.manner)
  const start = await player.pass(1)
  const steps = story.works.flatMap(({ from, to }, index): Step[] => [
    {
      at: from,
      order: -1,
      do: async () => {
        const hand = hands[index]
        if (!hand) throw new Error('a work without a hand')
        const asked = await player.pass(1)
        const work = await stage.start(hand)
        const event = await stage.event(work)
        course.led[index] = { work, hand, from: asked, closedAt: null, asked: event, ended: event }
        await player.pass(2)
      },
    },
    {
      at: to,
      order: 99,
      do: async () => void (course.led[index] && (await end(course, player, course.led[index], index))),
    },
  ])
  await player.play(start, story.during, steps)
  await player.play(await player.pass(60), story.before15)
  for (const seconds of [quarter + 5, 32, 32]) await player.pass(seconds)
  await player.play(await player.pass(60), story.before24h)
  for (const seconds of [day, 32, 32, 960]) await player.pass(seconds)
  for (const led of course.led) led.ended = await stage.event(led.work)
  return course
}
