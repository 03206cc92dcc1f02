import assert from 'node:assert/strict'
import { it } from 'node:test'
import { patient } from '../kernel/patience.ts'
import { usual } from './gate.ts'

it('the usual times of the read budget fit together', () => {
  assert.ok(usual.askMs <= patient(5000))
  assert.ok(usual.leaseMs > 2 * usual.askMs && usual.leaseMs > usual.powersMs)
  assert.equal(usual.breakMs, 30_000)
})
