import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  eventAfter,
  eventMoves,
  eventTimes,
  firstState,
  isDoing,
  isOpen,
  isTerminal,
  reprocessTrigger,
  resultFlagOf,
  resumeStateOf,
  triggersFrom,
} from './event.ts'
import type { EventTrigger, ProcessState } from './event.ts'
import { processState, resultFlag } from './status.ts'

const states = processState.values as ProcessState[]
const triggers = eventMoves.map(({ trigger }) => trigger)
const anyTriggers = fc.array(fc.constantFrom<EventTrigger>(...triggers), { maxLength: 40 })

test('29 transitions, and no other', () => {
  const legal = states.flatMap((from) =>
    triggers.flatMap((trigger) => {
      const to = eventAfter(from, trigger)
      return to === null ? [] : [`${from} ${trigger} ${to}`]
    }),
  )
  assert.deepEqual(legal.toSorted(), [
    '1 reprocess_cancel 3',
    '1 reprocess_finalize 6',
    '1 reprocess_open 9',
    '10 cancel_exhausted 1',
    '10 cancel_settled 3',
    '10 reopen 8',
    '2 cancel_queued 3',
    '2 queue_expired 1',
    '2 take 9',
    '3 acknowledge_cancel 12',
    '4 back_out_clean 3',
    '4 back_out_harmed 10',
    '4 finalize_again 6',
    '4 override 5',
    '4 unresolved 1',
    '5 acknowledge_final 11',
    '6 close_clean 5',
    '6 close_exhausted 1',
    '6 close_wrong 4',
    '7 give_up 3',
    '7 open_exhausted 1',
    '7 retry_open 9',
    '8 cancel_clean 3',
    '8 cancel_harmed 10',
    '8 deadline 1',
    '8 finalize 6',
    '9 cancel_creating 3',
    '9 open_failed 7',
    '9 opened 8',
  ])
  assert.equal(new Set(triggers).size, 29)
})

test('the triggers of a state are those with a transition from it', () => {
  assert.deepEqual(triggersFrom(processState.is.created), ['finalize', 'cancel_clean', 'cancel_harmed', 'deadline'])
  for (const from of states) {
    const moving = triggers.filter((trigger) => eventAfter(from, trigger) !== null)
    assert.deepEqual(triggersFrom(from), moving)
  }
})

test('whatever the order of events, an intervention stays in the table and never leaves a terminal state', () => {
  fc.assert(
    fc.property(anyTriggers, (happened) => {
      let state = firstState
      for (const trigger of happened) {
        const to = eventAfter(state, trigger)
        if (to === null) continue
        assert.ok(!isTerminal(state))
        assert.ok(eventMoves.some((move) => move.from === state && move.trigger === trigger && move.to === to))
        state = to
      }
      assert.ok(processState.of(state))
    }),
  )
})

test('every state is reachable from the first, and a terminal state from every other one', () => {
  const reach = (from: ProcessState) => {
    const seen = new Set([from])
    for (const one of seen) {
      for (const trigger of triggersFrom(one)) seen.add(eventAfter(one, trigger) ?? one)
    }
    return seen
  }
  assert.deepEqual(
    [...reach(firstState)].sort((a, b) => a - b),
    states,
  )
  for (const from of states) assert.ok([...reach(from)].some(isTerminal), String(from))
  assert.deepEqual(
    states.filter((from) => triggersFrom(from).length === 0),
    [11, 12],
  )
})

test('only a transition into error sets a state to resume, and reprocessing goes there', () => {
  for (const { trigger, to } of eventMoves) {
    const resume = resumeStateOf(trigger)
    assert.equal(resume !== null, to === processState.is.error, trigger)
    if (resume !== null) assert.equal(eventAfter(processState.is.error, reprocessTrigger(resume)), resume)
  }
  assert.deepEqual(
    (['queue_expired', 'open_exhausted', 'deadline', 'close_exhausted', 'unresolved', 'cancel_exhausted'] as const).map(
      resumeStateOf,
    ),
    [9, 9, 3, 6, 6, 3],
  )
})

test('open, in progress, terminal, and the flag beside the state', () => {
  assert.deepEqual(states.filter(isOpen), [2, 4, 6, 8, 9, 10])
  assert.deepEqual(states.filter(isDoing), [2, 6, 9])
  assert.deepEqual(states.filter(isTerminal), [11, 12])
  const having = (flag: number) => states.filter((state) => resultFlagOf(state) === flag)
  assert.deepEqual(having(resultFlag.is.doing), [2, 6, 9])
  assert.deepEqual(having(resultFlag.is.success), [3, 5, 8, 11, 12])
  assert.deepEqual(having(resultFlag.is.error), [1, 4, 7, 10])
})

test('times are milliseconds', () => {
  assert.equal(eventTimes.listenerLife, 24 * 60 * 60 * 1000)
  assert.equal(eventTimes.poll, 5000)
  assert.equal(eventTimes.spinner, 120_000)
  assert.deepEqual(eventTimes.openRetries, [5000, 30_000, 120_000, 1_800_000])
  assert.deepEqual(eventTimes.notices, { operators: 120_000, neutral: 900_000, sla: 14_400_000 })
  assert.deepEqual(eventTimes.controls, { control_15min: 900_000, control_24h: 86_400_000 })
})
