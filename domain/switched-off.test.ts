import assert from 'node:assert/strict'
import { test } from 'node:test'
import { switchedOff } from './switched-off.ts'

test('a customer had switched off only if the OLT saw no loss of signal and his ONT started as the light returned', () => {
  const minute = 60_000
  const back = {
    downAt: 0,
    upAt: 20 * minute,
    lastDownAt: 1000,
    lastDownCause: 'unknown',
    startedAt: 18 * minute,
  } as const
  assert.equal(switchedOff(back), true)
  assert.equal(switchedOff({ ...back, startedAt: back.upAt }), true)
  for (const lastDownCause of ['los', 'dying_gasp', 'admin_down', null] as const)
    assert.equal(switchedOff({ ...back, lastDownCause }), false)
  // It ran on; it was restarted while there was no light; it fell again; the fall is another one.
  for (const other of [
    { startedAt: -minute },
    { startedAt: 5 * minute },
    { startedAt: 21 * minute },
    { lastDownAt: -minute },
  ])
    assert.equal(switchedOff({ ...back, ...other }), false, JSON.stringify(other))
})
