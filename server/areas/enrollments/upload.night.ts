/** A file of enrolments that unpacks to a hundred and fifty megabytes. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { zipSync } from 'fflate'
import { refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startEnrolling } from '../../test/enrolling.ts'

const desk = closedAfter(await startEnrolling())

it('S34 an archive that unpacks to far more than it weighs is refused', async () => {
  const bomb = zipSync({ 'filas.csv': new Uint8Array(150 << 20) }, { level: 9 })
  assert.deepEqual(refusalOf(await desk.upload(Buffer.from(bomb))), [422, 'VALIDATION'])
})
