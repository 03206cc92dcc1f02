import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'node:test'
import * as rules from './operation.ts'
import type { Operation } from './operation.ts'
import { columnOf } from '@hilo/domain/test/columns.ts'
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

test('each intervention sends its operations one after another; interventions do not wait for each other', () => {
  const [first, second] = [operation({}), operation({})]
  const other = operation({ group: '8' })
  assert.deepEqual(rules.ready([second, first, other], 0), [first, other])
  const arrived: Operation = { ...first, state: 'sent' }
  assert.deepEqual(rules.ready([second, arrived, other], 0), [second, other])
})

test('a draft copy is sent in order, and no operation waits for it', () => {
  const copy = operation({ copy: true })
  const act = operation({})
  assert.deepEqual(rules.ready([act, copy], 0), [copy])
  assert.deepEqual(rules.pending([act, copy]), [act])
  assert.equal(rules.waitsFor([act, copy], act), null)
})

test('an operation that a killed tab was sending is sent again', () => {
  const half = operation({ state: 'sending', tries: 3 })
  assert.deepEqual(rules.ready([half], 0), [half])
})

test('a picture waits for its location and its label text, and its intervention waits behind it, up to a limit', () => {
  const { more, answer } = rules.completionWaitMs
  const shot = operation({ saved_at: 1000, ripe_at: 1000 + more })
  const behind = operation({})
  const other = operation({ group: '8' })
  assert.deepEqual(rules.ready([shot, behind, other], 1000), [other])
  assert.equal(rules.nextCompletionWait([shot, behind, other], 1000), more)
  assert.deepEqual(rules.ready([shot, behind], 1000 + more), [shot])
  assert.equal(rules.nextCompletionWait([shot, behind], 1000 + more), null)
  const whole = rules.completed(shot, { ocr: 'CTO-1' })
  assert.deepEqual(rules.ready([whole, behind], 1000), [whole])
  assert.deepEqual(whole.query, { event_id: 7, ocr: 'CTO-1' })
  // The clock was years ahead when the picture was taken.
  assert.equal(rules.completionWaitLeft(shot, 1000 - 10 * answer), 0)
})

test("after a refusal the intervention's other operations wait, and name the refused one", () => {
  const bad = operation({ state: 'rejected' })
  const behind = operation({})
  const other = operation({ group: '8' })
  assert.deepEqual(rules.ready([bad, behind, other], 0), [other])
  assert.equal(rules.waitsFor([bad, behind], behind), bad)
  assert.equal(rules.waitsFor([bad, behind], bad), null)
})

test('repeating an action replaces its refused operation, and no other', () => {
  const bad = operation({ state: 'rejected', subject: 'power' })
  assert.equal(rules.replacedBy([bad], { group: '7', subject: 'power' }), bad)
  assert.equal(rules.replacedBy([bad], { group: '8', subject: 'power' }), undefined)
  assert.equal(rules.replacedBy([bad], { group: '7', subject: 'report' }), undefined)
  assert.equal(rules.replacedBy([{ ...bad, state: 'saved' }], { group: '7', subject: 'power' }), undefined)
})

test('subjects distinguish steps, pictures and a signature; a request without an intervention has a group of its own', () => {
  const save = (step: string) => rules.subjectOf('admin_vno/events/step/save', { step })
  assert.notEqual(save('power'), save('report'))
  const upload = (label_kind: number | null) =>
    rules.subjectOf('admin_vno/enrollments/pictures/upload', { step: 'power', label_kind })
  assert.notEqual(upload(1), upload(null))
  assert.equal(rules.groupOf({ work_kind: 'alta' }), rules.newGroup)
  assert.equal(rules.groupOf({ event_id: 12 }), '12')
})

test('a response is a temporary failure, a conflict or a refusal', () => {
  const of = (status: number, code = 'X') => rules.outcomeOf({ status, code })
  for (const status of [0, 401, 429, 500, 502, 503]) assert.equal(of(status), 'again', String(status))
  for (const status of [403, 404, 409, 413, 422, 507]) assert.equal(of(status), 'refused', String(status))
})

test('the retry delay grows to a minute', () => {
  const told = [0, 1, 3, 6, 60].map((tries) => rules.patience(tries))
  assert.deepEqual(told, [1000, 2000, 8000, 60_000, 60_000])
})

test('a sent operation leaves the list after a day and the device after a week; an unsent one never does', () => {
  const day = 24 * 3_600_000
  const sent = operation({ state: 'sent', sent_at: 0 })
  assert.ok(rules.isShown(sent, day - 1) && !rules.isShown(sent, day + 1))
  assert.ok(!rules.outdated(sent, 7 * day - 1) && rules.outdated(sent, 7 * day + 1))
  const refused = operation({ state: 'rejected' })
  assert.ok(rules.isShown(refused, 90 * day) && !rules.outdated(refused, 90 * day))
})

test('an operation of a temporarily blocked user is not refused', () => {
  const of = (code: string) => rules.outcomeOf({ status: 403, code })
  for (const code of ['ACCOUNT_DISABLED', 'AGREEMENT_REQUIRED', 'PASSKEY_REQUIRED'])
    assert.equal(of(code), 'barred', code)
  assert.equal(of('PRIVILEGE_DENIED'), 'refused')
})

test('a longer retry delay requested by the server is followed', () => {
  assert.equal(rules.patience(0, 30), 30_000)
  assert.equal(rules.patience(6, 1), 60_000)
})

test('the queue order does not depend on the clock; a further neighbour check goes first, a corrected operation keeps its place', () => {
  const [first, second] = [operation({ state: 'rejected', order: 900, subject: 'power' }), operation({ order: 901 })]
  const next = { group: '7', subject: 'other', path: 'admin_vno/events/finalize' as const }
  assert.equal(rules.orderOf([first, second], next), 902)
  assert.equal(rules.orderOf([first, second], { ...next, path: 'admin_vno/events/retry' }), 899.5)
  assert.equal(rules.orderOf([first, second], { ...next, subject: 'power' }), 900)
  assert.equal(rules.orderOf([], next), 1)
  assert.equal(rules.orderOf([], next, 40), 41, 'behind what lies sealed here')
  assert.equal(rules.orderOf([first, second], next, 40), 902)
})

test('cancelling an intervention removes its refused operations', () => {
  const bad = operation({ state: 'rejected', subject: 'power' })
  const cancel = { group: '7', subject: 'cancel', path: 'admin_vno/events/cancel' as const }
  assert.deepEqual(rules.obsoletedBy([bad, operation({}), operation({ group: '8', state: 'rejected' })], cancel), [bad])
  const create = operation({ state: 'rejected', path: 'admin_vno/events/create' })
  assert.deepEqual(rules.obsoletedBy([create], cancel), [], 'what was never begun cannot be cancelled')
})

const begun = (id: number) => ({ id, port_number: null, box: {} }) as unknown as NonNullable<Operation['begun']>

test('every operation of an intervention begun offline is moved to the server’s id', () => {
  const create = operation({ group: '-5', path: 'admin_vno/events/create', query: { cto_id: 1 }, begun: begun(-5) })
  const save = operation({ group: '-5', query: { event_id: -5, step: 'power' } })
  const other = operation({})
  const changed = rules.movedToServerId([create, save, other], -5, 812)
  const [first, second, ...others] = changed
  assert.deepEqual([first?.group, first?.query['event_id'], first?.event_id], ['812', undefined, 812])
  assert.deepEqual([second?.group, second?.query['event_id'], second?.event_id], ['812', 812, undefined])
  assert.deepEqual(others, [])
  assert.equal(rules.serverIdOf(changed, -5), 812)
  assert.equal(rules.stableIdOf(changed, 812), -5)
  assert.equal(rules.serverIdOf([create], -5), -5)
  assert.equal(rules.serverIdOf(changed, 7), 7)
})

test('local ids are negative and unique, whatever the clock says', () => {
  const first = rules.localId([], 1_800_000_000_000)
  assert.equal(first, -1_800_000_000_000)
  assert.equal(rules.localId([operation({ begun: begun(first) })], 5), first - 1)
})

test('input that the server refused is offered for editing', () => {
  const query = { event_id: 7, step: 'power', data: { power_dbm: -20 } }
  assert.deepEqual(rules.refusedData([operation({ state: 'rejected', query })], 7, 'power'), { power_dbm: -20 })
  assert.deepEqual(rules.refusedData([operation({ query })], 7, 'power'), {})
})

/** Model of a device and a server with arbitrary failures between them. */
class World {
  queue: Operation[] = []
  /** What the server executed, once per request id. */
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
  /** Sends one operation; `hazard` selects the failure. */
  travel(pick: number, hazard: 'fine' | 'lost' | 'never' | 'killed' | 'early') {
    const ready = rules.ready(this.queue, 0)
    const one = ready[pick % Math.max(1, ready.length)]
    if (!one) return
    const going = rules.sending(one)
    this.put(going)
    if (hazard === 'never') return this.put(rules.resent(going))
    if (hazard === 'early') return this.put(rules.resent(going))
    const known = this.done.find(({ id }) => id === one.client_request_id)
    const event = known?.event ?? rules.eventOf(one) ?? this.nextEvent++
    if (!known) this.done.push({ id: one.client_request_id, event, what: Number(one.query['what']) })
    // The response is lost, or the application is killed before it arrives: the stored state is still `sending`.
    if (hazard === 'lost') return this.put(rules.resent(going))
    if (hazard === 'killed') return
    this.acknowledged.add(one.client_request_id)
    const sent = { ...rules.acknowledged(going, 0), ...(one.begun && { event_id: event }) }
    this.put(sent)
    if (sent.begun) for (const moved of rules.movedToServerId(this.queue, sent.begun.id, event)) this.put(moved)
  }
}

test('whatever fails on the way, each operation is executed once, under its own request id and in order', () => {
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
        const id = rules.serverIdOf(world.queue, ids[one.of % ids.length] ?? 0)
        world.add({ group: String(id), path: 'admin_vno/events/step/save', query: { event_id: id } })
      }
      while (rules.ready(world.queue, 0).length > 0) world.travel(0, 'fine')
      assert.deepEqual(columnOf(world.done, 'id').toSorted(), columnOf(world.asked, 'id').toSorted(), 'each once')
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

test('ids are UUIDs of version 7 and sort by creation time', () => {
  const early = uuid7(1_700_000_000_000)
  const late = uuid7(1_700_000_000_001)
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  assert.match(early, form)
  assert.match(uuid7(1, new Uint8Array(10)), form)
  assert.match(uuid7(1, new Uint8Array(10).fill(255)), form)
  assert.ok(early < late)
  assert.notEqual(uuid7(1), uuid7(1))
})
