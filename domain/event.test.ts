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
import { legalMoves, reachedFrom } from './test/moves.ts'

const states = processState.values as ProcessState[]
const triggers = eventMoves.map(({ trigger }) => trigger)
const anyTriggers = fc.array(fc.constantFrom<EventTrigger>(...triggers), { maxLength: 40 })

test('29 transitions, and no other', () => {
  assert.deepEqual(legalMoves(states, triggers, eventAfter), {
    1: 'reprocess_open 9, reprocess_finalize 6, reprocess_cancel 3',
    2: 'take 9, cancel_queued 3, queue_expired 1',
    3: 'acknowledge_cancel 12',
    4: 'finalize_again 6, override 5, back_out_clean 3, back_out_harmed 10, unresolved 1',
    5: 'acknowledge_final 11',
    6: 'close_clean 5, close_wrong 4, close_exhausted 1',
    7: 'retry_open 9, give_up 3, open_exhausted 1',
    8: 'finalize 6, cancel_clean 3, cancel_harmed 10, deadline 1',
    9: 'opened 8, open_failed 7, cancel_creating 3',
    10: 'cancel_settled 3, reopen 8, cancel_exhausted 1',
    11: '',
    12: '',
  })
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
  const reach = (from: ProcessState) => reachedFrom(from, triggers, eventAfter)
  assert.deepEqual(reach(firstState), new Set(states))
  for (const from of states) assert.ok([...reach(from)].some(isTerminal), String(from))
  const last = states.filter((from) => triggersFrom(from).length === 0)
  assert.deepEqual(last, [11, 12])
})

test('only a transition into error sets a state to resume, and reprocessing goes there', () => {
  for (const { trigger, to } of eventMoves) {
    const resume = resumeStateOf(trigger)
    assert.equal(resume !== null, to === processState.is.error, trigger)
    if (resume !== null) assert.equal(eventAfter(processState.is.error, reprocessTrigger(resume)), resume)
  }
  const due = {
    queue_expired: 9,
    open_exhausted: 9,
    deadline: 3,
    close_exhausted: 6,
    unresolved: 6,
    cancel_exhausted: 3,
  }
  for (const [trigger, state] of Object.entries(due))
    assert.equal(resumeStateOf(trigger as EventTrigger), state, trigger)
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
