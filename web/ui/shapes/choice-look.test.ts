import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessStates } from '@hilo/domain/access.ts'
import { feasibilityResults, ontChangeStates, resetStates } from '@hilo/domain/line-work.ts'
import { massiveStates } from '@hilo/domain/massive.ts'
import { mailStates } from '@hilo/domain/mail.ts'
import { oltClock, oltListening, oltReading } from '@hilo/domain/olt.ts'
import { orderStates } from '@hilo/domain/order.ts'
import { caseStates, neighbourClasses, verdicts, opticalStates } from '@hilo/domain/status.ts'
import { choiceLook } from './choice-look.ts'

test('every state word has a shape, and no two colours share one', () => {
  const sets = {
    neighbour_class: neighbourClasses,
    case_state: caseStates,
    verdict: verdicts,
    order_state: orderStates,
    massive_state: massiveStates,
    access_state: accessStates,
    ont_state: opticalStates,
    reset_state: resetStates,
    ont_change_state: ontChangeStates,
    feasibility_result: feasibilityResults,
    mail_state: mailStates,
    olt_listening: oltListening,
    olt_reading: oltReading,
    olt_clock: oltClock,
  }
  for (const [of, words] of Object.entries(sets)) {
    const tones = new Map<string, string>()
    for (const word of words) {
      const look = choiceLook(of, word)
      assert.ok(look, `${of}.${word}`)
      assert.equal(tones.get(look.shape) ?? look.tone, look.tone, `${of}.${word}`)
      tones.set(look.shape, look.tone)
    }
  }
})

test('a word that names a kind has no shape', () => {
  assert.equal(choiceLook('work_kind', 'alta'), undefined)
  assert.equal(choiceLook('verdict', 'nunca'), undefined)
})
