import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as rules from './operation.ts'
import type { Operation } from './operation.ts'
import { learn, learnFrom, knownVersion, learnVersion, outdate } from './versions.ts'
import { uuid7 } from './uuid7.ts'

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
  assert.deepEqual(rules.ready([second, first, other]), [first, other])
  const arrived: Operation = { ...first, state: 'sent' }
  assert.deepEqual(rules.ready([second, arrived, other]), [second, other])
})

test('what a killed tab was sending is sent again', () => {
  const half = operation({ state: 'sending', tries: 3 })
  assert.deepEqual(rules.ready([half]), [half])
})

test('behind a refusal everything of that intervention waits, and says for what', () => {
  const bad = operation({ state: 'rejected' })
  const behind = operation({})
  const other = operation({ group: '8' })
  assert.deepEqual(rules.ready([bad, behind, other]), [other])
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

test('subjects tell steps and pictures apart; a request of no intervention yet has a group of its own', () => {
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
  assert.equal(of(409, 'VERSION_CONFLICT'), 'conflict')
})

test('patience grows to a minute', () => {
  assert.deepEqual([0, 1, 3, 6, 60].map(rules.patience), [1000, 2000, 8000, 60_000, 60_000])
})

test('only calls that take a version get one', () => {
  assert.ok(rules.isVersioned('admin_vno/events/finalize'))
  assert.ok(!rules.isVersioned('admin_vno/events/create'))
  assert.ok(!rules.isVersioned('admin_vno/enrollments/pictures/upload'))
})

test('what arrived leaves the list after a day; what has not never does', () => {
  const day = 24 * 3_600_000
  assert.ok(rules.outdated(operation({ state: 'sent', sent_at: 0 }), day + 1))
  assert.ok(!rules.outdated(operation({ state: 'sent', sent_at: 0 }), day - 1))
  assert.ok(!rules.outdated(operation({ state: 'rejected' }), 90 * day))
})

test('the newest version that any answer told is kept', () => {
  const record = { id: 901, version: 4, process_state: 8 }
  assert.equal(knownVersion(901), null)
  learnFrom({ record })
  learn({ ...record, version: 3 })
  assert.equal(knownVersion(901), 4)
  learn({ id: 901, version: 99 })
  assert.equal(knownVersion(901), 4, 'a record of something else')
  outdate(901)
  learn(record)
  assert.equal(knownVersion(901), null, 'somebody else has changed it since')
  learnVersion(901, 6)
  assert.equal(knownVersion(901), 6)
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
