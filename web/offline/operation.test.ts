import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'node:test'
import * as rules from './operation.ts'
import type { Operation } from './operation.ts'
import { uuid7 } from '../api/uuid7.ts'

let made = 0
function operation(part: Partial<Operation>): Operation {
  const order = ++made
  return {
    client_request_id: `00000000-0000-7000-8000-${String(order).padStart(12, '0')}`,
    user_id: 1,
    group: '7',
    subject: 'one',
    path: 'admin_vno/events/step/save',
    query: { event_id: 7 },
    files: {},
    state: 'saved',
    order,
    saved_at: order,
    sent_at: null,
    tries: 0,
    refusal: null,
    ...part,
  }
}

test('each intervention sends one operation after another; interventions do not wait for each other', () => {
  const [first, second] = [operation({}), operation({})]
  const other = operation({ group: '8' })
  assert.deepEqual(rules.ready([second, first, other], 0), [first, other])
  const arrived: Operation = { ...first, state: 'sent' }
  assert.deepEqual(rules.ready([second, arrived, other], 0), [second, other])
})

test('a copy of a draft travels in its order, and nobody waits for it', () => {
  const copy = operation({ copy: true })
  const act = operation({})
  assert.deepEqual(rules.ready([act, copy], 0), [copy])
  assert.deepEqual(rules.pending([act, copy]), [act])
  assert.equal(rules.waitsFor([act, copy], act), null)
})

test('what a killed tab was sending is sent again', () => {
  const half = operation({ state: 'sending', tries: 3 })
  assert.deepEqual(rules.ready([half], 0), [half])
})

test('a picture waits for its place and what is printed on it, and its intervention behind it, but not for ever', () => {
  const { more, answer } = rules.ripeAfter
  const shot = operation({ saved_at: 1000, ripe_at: 1000 + more })
  const behind = operation({})
  const other = operation({ group: '8' })
  assert.deepEqual(rules.ready([shot, behind, other], 1000), [other])
  assert.equal(rules.nextRipe([shot, behind, other], 1000), more)
  assert.deepEqual(rules.ready([shot, behind], 1000 + more), [shot])
  assert.equal(rules.nextRipe([shot, behind], 1000 + more), null)
  const whole = rules.ripened(shot, { ocr: 'CTO-1' })
  assert.deepEqual(rules.ready([whole, behind], 1000), [whole])
  assert.deepEqual(whole.query, { event_id: 7, ocr: 'CTO-1' })
  // The clock was years ahead when it was taken.
  assert.equal(rules.ripensIn(shot, 1000 - 10 * answer), 0)
})

test('behind a refusal everything of that intervention waits, and says for what', () => {
  const bad = operation({ state: 'rejected' })
  const behind = operation({})
  const other = operation({ group: '8' })
  assert.deepEqual(rules.ready([bad, behind, other], 0), [other])
  assert.equal(rules.waitsFor([bad, behind], behind), bad)
  assert.equal(rules.waitsFor([bad, behind], bad), null)
})

test('the same thing done again takes the place of what was refused, and of nothing else', () => {
  const bad = operation({ state: 'rejected', subject: 'power' })
  assert.equal(rules.replacedBy([bad], { group: '7', subject: 'power' }), bad)
  assert.equal(rules.replacedBy([bad], { group: '8', subject: 'power' }), undefined)
  assert.equal(rules.replacedBy([bad], { group: '7', subject: 'report' }), undefined)
  assert.equal(rules.replacedBy([{ ...bad, state: 'saved' }], { group: '7', subject: 'power' }), undefined)
})

test('subjects tell steps, pictures and a signature apart; a request of no intervention yet has a group of its own', () => {
  const save = (step: string) => rules.subjectOf('admin_vno/events/step/save', { step })
  assert.notEqual(save('power'), save('report'))
  const upload = (label_kind: number | null) =>
    rules.subjectOf('admin_vno/enrollments/pictures/upload', { step: 'power', label_kind })
  assert.notEqual(upload(1), upload(null))
  assert.equal(rules.groupOf({ work_kind: 'alta' }), rules.newGroup)
  assert.equal(rules.groupOf({ event_id: 12 }), '12')
})

test('an answer is passing, a conflict or a refusal', () => {
  const of = (status: number, code = 'X') => rules.outcomeOf({ status, code })
  for (const status of [0, 401, 429, 500, 502, 503]) assert.equal(of(status), 'again', String(status))
  for (const status of [403, 404, 409, 413, 422, 507]) assert.equal(of(status), 'refused', String(status))
})

test('patience grows to a minute', () => {
  const told = [0, 1, 3, 6, 60].map((tries) => rules.patience(tries))
  assert.deepEqual(told, [1000, 2000, 8000, 60_000, 60_000])
})

test('what arrived leaves the list after a day and the device after a week; what has not never does', () => {
  const day = 24 * 3_600_000
  const sent = operation({ state: 'sent', sent_at: 0 })
  assert.ok(rules.isShown(sent, day - 1) && !rules.isShown(sent, day + 1))
  assert.ok(!rules.outdated(sent, 7 * day - 1) && rules.outdated(sent, 7 * day + 1))
  const refused = operation({ state: 'rejected' })
  assert.ok(rules.isShown(refused, 90 * day) && !rules.outdated(refused, 90 * day))
})

test('a person who may do nothing at the moment has nothing refused', () => {
  const of = (code: string) => rules.outcomeOf({ status: 403, code })
  for (const code of ['ACCOUNT_DISABLED', 'AGREEMENT_REQUIRED', 'PASSKEY_REQUIRED'])
    assert.equal(of(code), 'barred', code)
  assert.equal(of('PRIVILEGE_DENIED'), 'refused')
})

test('the server’s own wish for patience counts where it is longer', () => {
  assert.equal(rules.patience(0, 30), 30_000)
  assert.equal(rules.patience(6, 1), 60_000)
})

test('the place in the queue follows no clock; a further look at the neighbours goes before all, a repair where it was', () => {
  const [first, second] = [operation({ state: 'rejected', order: 900, subject: 'power' }), operation({ order: 901 })]
  const next = { group: '7', subject: 'other', path: 'admin_vno/events/finalize' as const }
  assert.equal(rules.orderOf([first, second], next), 902)
  assert.equal(rules.orderOf([first, second], { ...next, path: 'admin_vno/events/retry' }), 899.5)
  assert.equal(rules.orderOf([first, second], { ...next, subject: 'power' }), 900)
  assert.equal(rules.orderOf([], next), 1)
  assert.equal(rules.orderOf([], next, 40), 41, 'behind what lies sealed here')
  assert.equal(rules.orderOf([first, second], next, 40), 902)
})

test('whoever cancels has nothing left to mend', () => {
  const bad = operation({ state: 'rejected', subject: 'power' })
  const cancel = { group: '7', subject: 'cancel', path: 'admin_vno/events/cancel' as const }
  assert.deepEqual(rules.mootBy([bad, operation({}), operation({ group: '8', state: 'rejected' })], cancel), [bad])
  const create = operation({ state: 'rejected', path: 'admin_vno/events/create' })
  assert.deepEqual(rules.mootBy([create], cancel), [], 'what was never begun cannot be cancelled')
})

const begun = (id: number) => ({ id, port_number: null, box: {} }) as unknown as NonNullable<Operation['begun']>

test('what was begun without coverage goes on under the server’s id, all of it', () => {
  const create = operation({ group: '-5', path: 'admin_vno/events/create', query: { cto_id: 1 }, begun: begun(-5) })
  const save = operation({ group: '-5', query: { event_id: -5, step: 'power' } })
  const other = operation({})
  const changed = rules.adopted([create, save, other], -5, 812)
  assert.deepEqual(
    changed.map(({ group, query, event_id }) => [group, query['event_id'], event_id]),
    [
      ['812', undefined, 812],
      ['812', 812, undefined],
    ],
  )
  assert.equal(rules.realOf(changed, -5), 812)
  assert.equal(rules.threadOf(changed, 812), -5)
  assert.equal(rules.realOf([create], -5), -5)
  assert.equal(rules.realOf(changed, 7), 7)
})

test('ids of this device are negative and each its own, whatever the clock says', () => {
  const first = rules.localId([], 1_800_000_000_000)
  assert.equal(first, -1_800_000_000_000)
  assert.equal(rules.localId([operation({ begun: begun(first) })], 5), first - 1)
})

test('what the server refused of a step is not typed again', () => {
  const query = { event_id: 7, step: 'power', data: { power_dbm: -20 } }
  assert.deepEqual(rules.refusedData([operation({ state: 'rejected', query })], 7, 'power'), { power_dbm: -20 })
  assert.deepEqual(rules.refusedData([operation({ query })], 7, 'power'), {})
})

/** A device and a server between which anything may happen. */
class World {
  queue: Operation[] = []
  /** What the server did, once for each name. */
  done: { id: string; event: number; what: number }[] = []
  acknowledged = new Set<string>()
  asked: { id: string; what: number; group: number }[] = []
  private nextEvent = 100

  begin() {
    const id = rules.localId(this.queue, 1000)
    this.add({ path: 'admin_vno/events/create', query: {}, group: String(id), begun: begun(id) })
    return id
  }
  add(part: Partial<Operation> & Pick<Operation, 'group' | 'path'>) {
    const what = this.asked.length
    const next = { subject: String(what), group: part.group, path: part.path }
    const one = operation({ ...part, ...next, order: rules.orderOf(this.queue, next) })
    this.queue.push({ ...one, query: { ...one.query, what } })
    this.asked.push({ id: one.client_request_id, what, group: Number(one.group) })
  }
  put(one: Operation) {
    this.queue = this.queue.map((old) => (old.client_request_id === one.client_request_id ? one : old))
  }
  /** One operation travels; what becomes of it the hazard says. */
  travel(pick: number, hazard: 'fine' | 'lost' | 'never' | 'killed' | 'early') {
    const ready = rules.ready(this.queue, 0)
    const one = ready[pick % Math.max(1, ready.length)]
    if (!one) return
    const going = rules.sending(one)
    this.put(going)
    if (hazard === 'never') return this.put(rules.again(going))
    if (hazard === 'early') return this.put(rules.again(going))
    const known = this.done.find(({ id }) => id === one.client_request_id)
    const event = known?.event ?? rules.eventOf(one) ?? this.nextEvent++
    if (!known) this.done.push({ id: one.client_request_id, event, what: Number(one.query['what']) })
    // The answer is lost on its way, or the application killed before it came: what is kept still says `sending`.
    if (hazard === 'lost') return this.put(rules.again(going))
    if (hazard === 'killed') return
    this.acknowledged.add(one.client_request_id)
    const sent = { ...rules.arrived(going, 0), ...(one.begun && { event_id: event }) }
    this.put(sent)
    if (sent.begun) for (const moved of rules.adopted(this.queue, sent.begun.id, event)) this.put(moved)
  }
}

test('whatever happens on the way, each arrives once, under its own name and in its order', () => {
  const hazard = fc.constantFrom('fine', 'fine', 'lost', 'never', 'killed', 'early')
  const act = fc.oneof(
    fc.record({ kind: fc.constant('begin' as const) }),
    fc.record({ kind: fc.constant('add' as const), of: fc.nat(3) }),
    fc.record({ kind: fc.constant('travel' as const), pick: fc.nat(5), hazard }),
  )
  fc.assert(
    fc.property(fc.array(act, { maxLength: 80 }), (acts) => {
      const world = new World()
      const ids: number[] = [world.begin()]
      for (const one of acts) {
        if (one.kind === 'begin') ids.push(world.begin())
        if (one.kind === 'travel') world.travel(one.pick, one.hazard)
        if (one.kind !== 'add') continue
        const id = rules.realOf(world.queue, ids[one.of % ids.length] ?? 0)
        world.add({ group: String(id), path: 'admin_vno/events/step/save', query: { event_id: id } })
      }
      while (rules.ready(world.queue, 0).length > 0) world.travel(0, 'fine')
      assert.deepEqual(
        world.done.map(({ id }) => id).toSorted(),
        world.asked.map(({ id }) => id).toSorted(),
        'each once',
      )
      assert.equal(world.acknowledged.size, world.asked.length)
      for (const of of Map.groupBy(world.done, ({ event }) => event).values())
        assert.deepEqual(
          of,
          of.toSorted((a, b) => a.what - b.what),
        )
      assert.ok(world.queue.every(({ group }) => Number(group) > 0))
    }),
    { numRuns: 500 },
  )
})

test('ids are UUIDs of version 7 and sort as they were made', () => {
  const early = uuid7(1_700_000_000_000)
  const late = uuid7(1_700_000_000_001)
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  assert.match(early, form)
  assert.match(uuid7(1, new Uint8Array(10)), form)
  assert.match(uuid7(1, new Uint8Array(10).fill(255)), form)
  assert.ok(early < late)
  assert.notEqual(uuid7(1), uuid7(1))
})
