import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import type { Operation } from '../../../offline/operation.ts'
import { boundsOf, dayBeside, dayOf, isDay, shiftOf } from './shift.ts'
import type { Work } from '../work.ts'

const { finalized, canceledSync, created } = processState.is
const work = (id: number, state: number, at: string, more: object = {}) =>
  ({
    id,
    process_state: state,
    created_at: at,
    started_at: at,
    duration_s: 600,
    neighbours: { verdict: state === finalized ? 'limpia' : null },
    ...more,
  }) as unknown as Work
const operation = (group: string, path: string, state: string) => ({ group, path, state }) as unknown as Operation

describe('the report of a day', () => {
  it('counts what was done, how long it took, how it ended and what is still here', () => {
    const pictures = 'admin_vno/enrollments/pictures/upload'
    const shift = shiftOf(
      [
        work(3, created, '2026-11-20T12:00:00.000Z'),
        work(2, canceledSync, '2026-11-20T10:00:00.000Z'),
        work(1, finalized, '2026-11-20T08:00:00.000Z'),
      ],
      [
        operation('1', pictures, 'sent'),
        operation('3', pictures, 'saved'),
        operation('3', 'admin_vno/events/step/save', 'rejected'),
        operation('99', pictures, 'sent'),
      ],
    )
    assert.deepEqual(shift.works.map(({ id }) => id), [1, 2, 3]) // prettier-ignore
    const { works: _, ...figures } = shift
    assert.deepEqual(figures, {
      done: 1,
      cancelled: 1,
      seconds: 1200,
      verdicts: [{ verdict: 'limpia', count: 1 }],
      picturesSent: 1,
      unsent: 2,
    })
  })

  it('a day has all of its hours, those on which the clock is changed too', () => {
    for (const day of ['2026-11-20', '2026-03-29', '2026-10-25', '2026-12-31']) {
      const { gte, lte } = boundsOf(day)
      assert.deepEqual([dayOf(Date.parse(gte)), dayOf(Date.parse(lte))], [day, day])
      assert.equal(Date.parse(boundsOf(dayBeside(day, 1)).gte) - Date.parse(lte), 1)
    }
    assert.deepEqual([dayBeside('2026-03-01', -1), dayBeside('2026-12-31', 1)], ['2026-02-28', '2027-01-01'])
    assert.deepEqual(['2026-11-20', '20-11-2026', undefined].map(isDay), [true, false, false])
  })
})
