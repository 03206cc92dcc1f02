import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  accountAfter,
  accountMoves,
  mayEnter,
  mayWork,
  needsReason,
  type AccountMove,
  type AccountStatus,
} from './account.ts'
import { accountStatus } from './status.ts'
import { legalMoves } from './test/moves.ts'

const { created, waiting_approval: waiting, suspended, active, unavailable } = accountStatus.is
const moves = Object.keys(accountMoves) as AccountMove[]
const anyMoves = fc.array(fc.constantFrom(...moves), { maxLength: 30 })

test('these transitions are legal and no others', () => {
  assert.deepEqual(legalMoves([created, waiting, suspended, active, unavailable], moves, accountAfter), {
    [created]: `submit ${waiting}, admit ${active}, erase ${unavailable}`,
    [waiting]: `approve ${active}, reject ${unavailable}, erase ${unavailable}`,
    [active]: `suspend ${suspended}, erase ${unavailable}`,
    [suspended]: `reactivate ${active}, erase ${unavailable}`,
    [unavailable]: '',
  })
})

test('only an approved or invited account works, and a closed account stays closed', () => {
  fc.assert(
    fc.property(anyMoves, (path) => {
      let now: AccountStatus = created
      let admitted = false
      for (const move of path) {
        const next = accountAfter(now, move)
        if (next === null) continue
        assert.notEqual(now, unavailable)
        admitted ||= move === 'admit' || move === 'approve'
        now = next
      }
      if (mayWork(now)) assert.ok(admitted && mayEnter(now))
      assert.ok(accountStatus.of(now))
    }),
  )
})

test('no user admits or suspends the own account, and a suspension has a reason', () => {
  for (const move of ['approve', 'reject', 'suspend', 'reactivate'] as const)
    assert.deepEqual([...accountMoves[move].actor], ['admin'])
  assert.ok(needsReason('suspend'))
  assert.ok(!mayEnter(suspended) && !mayEnter(unavailable))
})
