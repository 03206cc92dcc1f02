/** One device at work: the product's own queue, on a network that loses answers and repeats requests. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import * as rules from '../web/offline/operation.ts'
import type { Operation, OutboxPath } from '../web/offline/operation.ts'
import { uuid7 } from '../web/api/uuid7.ts'
import { askedOf, closingActs, pictureOfStep, type Person, type Picture, type Story } from './acts.ts'
import type { Plan, Trip, Visit } from './plan.ts'
import type { Heard, Lost, Send } from './wire.ts'

const push = 'admin_vno/sync/push'
const nowhere = 2_000_000_000
const mostTries = 40

export class Device {
  readonly stories = new Map<string, Story>()
  readonly #plan: Plan
  readonly #person: Person
  readonly #send: Send
  readonly #pictures: readonly Picture[]
  readonly #born = Date.now()
  readonly #trips = new Map<string, Trip>()
  readonly #bytes = new Map<string, Buffer>()
  readonly #taken = new Map<string, Buffer>()
  readonly #late: (() => Promise<void>)[] = []
  #operations: readonly Operation[] = []

  constructor(plan: Plan, person: Person, { send, pictures }: { send: Send; pictures: readonly Picture[] }) {
    this.#plan = plan
    this.#person = person
    this.#send = send
    this.#pictures = pictures
  }

  #now(): number {
    const { off, rate } = this.#plan.clock
    return Math.min(8.64e15, this.#born + off + (Date.now() - this.#born) * rate)
  }

  /** The whole day, or as much of it as there is time for. */
  async work(isOver: () => boolean): Promise<void> {
    for (const [index, visit] of this.#plan.visits.entries()) {
      if (isOver()) break
      this.#operations = []
      const local = rules.localId([], -index - 1)
      this.#write(local, visit)
      await this.#drain(visit.batch)
      await this.#leave()
    }
    await Promise.all(this.#late.map((send) => send()))
  }

  /** Work without coverage: everything is stored, nothing is sent. */
  #write(local: number, { acts, create, close, cancel }: Visit): void {
    const box = { id: this.#person.cto.id } as rules.LocalEvent['box']
    const done_at = () => new Date(this.#now()).toISOString()
    const begun = { id: local, box, port_number: null }
    const opens = { cto_id: this.#person.cto.id, work_kind: 'mantenimiento', done_at: done_at() }
    this.#keep('create', 'admin_vno/events/create', opens, create, { begun })
    const last = closingActs()
    const end = (close ?? []).flatMap((trip, at) => (last[at] ? [{ act: last[at], trip }] : []))
    assert.ok(close === null || end.length === last.length)
    for (const { act, trip } of [...acts, ...end]) {
      const [path, query] = askedOf(
        act,
        { event_id: local },
        {
          person: this.#person,
          pictureOf: (step, which) =>
            this.#take(pictureOfStep(this.#pictures, which, `${this.#person.user_id} ${local} ${step}`)),
          at: done_at(),
        },
      )
      const sha = act.kind === 'picture' ? String(query['sha256']) : null
      this.#keep(act.kind, path, query, trip, { sha })
    }
    // After a request to close, a cancellation must come late.
    const late = close === null ? cancel : { ...cancel, copies: cancel.copies.filter((copy) => copy !== 'early') }
    const reason = `fin ${crypto.randomUUID()}`
    this.#keep('cancel', 'admin_vno/events/cancel', { event_id: local, reason, done_at: done_at() }, late, {})
  }

  #take(picture: Picture): Picture {
    this.#taken.set(picture.sha256, picture.bytes)
    return picture
  }

  #keep(
    act: Story['act'],
    path: OutboxPath,
    query: Record<string, unknown>,
    trip: Trip,
    { begun, sha = null }: { begun?: rules.LocalEvent; sha?: string | null },
  ): void {
    const group = rules.groupOf(query, begun)
    const subject = rules.subjectOf(path, query)
    const operation: Operation = {
      client_request_id: uuid7(this.#now()),
      user_id: this.#person.user_id,
      group,
      subject,
      path,
      query,
      files: {},
      state: 'saved',
      order: rules.orderOf(this.#operations, { group, subject, path }),
      saved_at: this.#now(),
      sent_at: null,
      tries: 0,
      refusal: null,
      ...(begun && { begun }),
    }
    this.#operations = rules.sorted([...this.#operations, operation])
    const { client_request_id: id } = operation
    this.#trips.set(id, trip)
    const bytes = sha === null ? undefined : this.#taken.get(sha)
    if (bytes) this.#bytes.set(id, bytes)
    const heard = { heard: new Set<string>(), refused: new Set<string>() }
    this.stories.set(id, { operation, act, ...heard, unsure: false, held: 'waiting', sha })
  }

  #replace(next: Operation): void {
    const rest = this.#operations.filter(({ client_request_id: id }) => id !== next.client_request_id)
    this.#operations = rules.sorted([...rest, next])
    this.#story(next).operation = next
  }
  #story({ client_request_id: id }: Operation): Story {
    const story = this.stories.get(id)
    assert.ok(story)
    return story
  }

  async #drain(batch: boolean): Promise<void> {
    for (let rounds = 0; rounds < 400; rounds++) {
      const [next] = rules.ready(this.#operations, Date.now())
      if (!next) return
      if (batch && !next.begun) await this.#pushAll()
      else await this.#attempt(next)
    }
    assert.fail('a queue that does not end')
  }

  #queryOf({ query, client_request_id }: Operation): object {
    return { ...query, client_request_id }
  }

  #going(one: Operation): Operation {
    const going = rules.sending(one)
    this.#replace(going)
    return going
  }

  async #copy(one: Operation, who: string, lost: Lost = null, query = this.#queryOf(one)): Promise<Heard | null> {
    const picture = this.#bytes.get(one.client_request_id)
    const heard = await this.#send(one.path, query, who, { picture, lost })
    this.#listen(one, heard)
    return heard
  }

  #listen(one: Operation, heard: Pick<Heard, 'status' | 'body'> | null): void {
    const story = this.#story(one)
    if (heard === null || heard.status >= 500 || heard.status === 429) story.unsure = true
    else if (heard.status === 200) story.heard.add(JSON.stringify(heard.body))
    else story.refused.add(heard.body.error ?? '')
  }

  /** The next operation, with its copies and premature later ones. */
  async #attempt(next: Operation): Promise<void> {
    const going = this.#going(next)
    const trip = this.#trips.get(going.client_request_id)
    assert.ok(trip)
    const [own, other] = this.#person.sessions
    const who = (index: number) => (trip.elsewhere[index] ? other : own)
    const first = going.tries === 0
    const copies = first ? trip.copies : []
    const early = first ? this.#early(going) : []
    for (const [index, copy] of copies.entries())
      if (copy === 'late') this.#late.push(async () => void (await this.#copy(going, who(index))))
    const beside = copies.flatMap((copy, index) => (copy === 'beside' ? [this.#copy(going, who(index))] : []))
    const main = this.#copy(going, own, trip.lost[going.tries] ?? null)
    const [heard] = await Promise.all([main, ...beside, ...early])
    await this.#settle(going, heard)
  }

  /** Operations sent before this one is confirmed: to a nonexistent intervention if it has no id yet. */
  #early(going: Operation): Promise<unknown>[] {
    const waiting = this.#operations.filter(
      (one) => one.group === going.group && one.state === 'saved' && one.client_request_id !== going.client_request_id,
    )
    return waiting.slice(0, 3).flatMap((one) => {
      const trip = this.#trips.get(one.client_request_id)
      if (!trip?.copies.includes('early')) return []
      const known = (rules.eventOf(one) ?? -1) > 0
      if (known) return [this.#copy(this.#going(one), this.#person.sessions[1])]
      const query = { ...this.#queryOf(one), event_id: nowhere }
      return [this.#copy(one, this.#person.sessions[1], null, query)]
    })
  }

  async #settle(going: Operation, heard: Heard | null): Promise<void> {
    const { status = 0, body = {} } = heard ?? {}
    if (status === 200) return this.#arrived(going, body)
    const outcome = rules.outcomeOf({ status, code: body.error ?? 'UNAVAILABLE' })
    if (outcome === 'again' || outcome === 'barred') {
      assert.ok(going.tries < mostTries, `${going.path} is never answered: ${heard?.text}`)
      if (heard) await sleep(Math.min(1000, 50 * (going.tries + 1)))
      return this.#replace(rules.resent(going))
    }
    if (going.tries < mostTries && body.error === 'EVENT_BAD_STATE' && (await this.#isUnread(going)))
      return this.#replace(rules.resent(going))
    // A refused operation is dropped.
    this.#story(going).held = 'rejected'
    this.#operations = this.#operations.filter(({ client_request_id: id }) => id !== going.client_request_id)
    if (going.begun) this.#giveUp()
  }

  /** Without its intervention nothing of the visit can be sent. */
  #giveUp(): void {
    for (const one of this.#operations) this.#story(one).held = 'rejected'
    this.#operations = []
  }

  #arrived(going: Operation, body: Heard['body']): void {
    const event_id = going.begun ? body.record?.id : undefined
    this.#replace(rules.acknowledged({ ...going, ...(event_id !== undefined && { event_id }) }, this.#now()))
    this.#story(going).held = 'sent'
    if (going.begun && event_id !== undefined)
      for (const one of rules.movedToServerId(this.#operations, going.begun.id, event_id)) this.#replace(one)
  }

  async #read(id: number): Promise<number | null> {
    const heard = await this.#send('admin_vno/events/get', { id }, this.#person.sessions[0])
    const [event] = (heard?.body['records'] ?? []) as { process_state: number }[]
    return event?.process_state ?? null
  }
  async #isUnread(one: Operation): Promise<boolean> {
    const state = await this.#read(rules.eventOf(one) ?? nowhere)
    if (state === null || !rules.isUnread(state)) return false
    await sleep(100)
    return true
  }

  /** All pending operations as one batch, sent as often as the first one says. */
  async #pushAll(): Promise<void> {
    const waiting = this.#operations.filter(({ state }) => state !== 'sent')
    const [first] = waiting
    const trip = first && this.#trips.get(first.client_request_id)
    if (!trip) return
    const going = waiting.map((one) => this.#going(one))
    const operations = going
      .filter(({ client_request_id: id }) => !this.#bytes.has(id))
      .map((one) => {
        const { client_request_id, ...query } = this.#queryOf(one) as { client_request_id: string }
        return { path: one.path, query, client_request_id }
      })
    const pictures = going.filter(({ client_request_id: id }) => this.#bytes.has(id))
    const [own, other] = this.#person.sessions
    if (operations.length > 0) {
      const beside = trip.copies.map((_, index) => this.#batch(operations, trip.elsewhere[index] ? other : own))
      const lost = trip.lost[first.tries] ?? null
      const [results] = await Promise.all([this.#batch(operations, own, lost), ...beside])
      for (const one of going.filter((each) => !pictures.includes(each))) await this.#hear(one, results)
    }
    for (const one of pictures) await this.#attempt(one)
  }

  async #hear(one: Operation, results: readonly Result[] | null): Promise<void> {
    const result = results?.find(({ client_request_id: id }) => id === one.client_request_id)
    if (result?.body.error === 'SYNC_BLOCKED') return this.#replace({ ...rules.resent(one), tries: one.tries })
    await this.#settle(one, result ? { ...result, text: JSON.stringify(result.body) } : null)
  }

  async #batch(operations: readonly object[], who: string, lost: Lost = null): Promise<readonly Result[] | null> {
    const heard = await this.#send(push, { operations }, who, { lost })
    const results = heard?.status === 200 ? (heard.body['results'] as Result[]) : null
    for (const { client_request_id } of operations as { client_request_id: string }[]) {
      const story = this.stories.get(client_request_id)
      const result = results?.find((one) => one.client_request_id === client_request_id)
      if (story) this.#listen(story.operation, result ?? null)
    }
    return results
  }

  /** Goes to the next box once this one is closed. */
  async #leave(): Promise<void> {
    const [id] = this.#operations.flatMap(({ event_id }) => event_id ?? [])
    if (id === undefined) return
    for (let tries = 0; tries < 200; tries++) {
      const state = await this.#read(id)
      if (state === null || [3, 5, 11, 12].includes(state)) return
      await sleep(150)
    }
  }
}

interface Result {
  client_request_id: string
  status: number
  body: Heard['body']
}
