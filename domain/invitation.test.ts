import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  invitationAfter,
  invitationGapS,
  invitationMoves,
  invitationSends,
  isOpen,
  waitToSend,
  type InvitationMove,
  type InvitationState,
} from './invitation.ts'
import { invitationStatus } from './status.ts'
import { legalMoves } from './test/moves.ts'

const { invalid, created, disabled, used } = invitationStatus.is
const moves = Object.keys(invitationMoves) as InvitationMove[]
const states: InvitationState[] = [invalid, created, disabled, used]

test('these transitions are legal and no others', () => {
  assert.deepEqual(legalMoves(states, moves, invitationAfter), {
    [invalid]: '',
    [created]: `resend ${created}, edit ${created}, withdraw ${disabled}, use ${used}, expire ${invalid}`,
    [disabled]: '',
    [used]: '',
  })
})

test('whatever happens, an invitation is used at most once, and an ended one stays so', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...moves), { maxLength: 30 }), (path) => {
      let now: InvitationState = created
      let uses = 0
      for (const move of path) {
        const next = invitationAfter(now, move)
        if (next === null) continue
        assert.equal(now, created)
        uses += move === 'use' ? 1 : 0
        now = next
      }
      assert.ok(uses <= 1)
      assert.equal(isOpen({ state: now, expires_at: 1 }, 0), now === created)
    }),
  )
})

test('a link is valid until its expiry, exclusive', () => {
  assert.equal(isOpen({ state: created, expires_at: 1000 }, 999), true)
  assert.equal(isOpen({ state: created, expires_at: 1000 }, 1000), false)
})

test('sends are a minute apart and end at the fifth', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 300_000 }), (sent_count, passed) => {
      const wait = waitToSend({ sent_count, last_sent_at: 1_000_000 }, 1_000_000 + passed)
      if (sent_count >= invitationSends) assert.equal(wait, null)
      else if (passed >= invitationGapS * 1000) assert.equal(wait, 0)
      else assert.ok(wait !== null && wait > 0 && wait <= invitationGapS)
    }),
  )
})
