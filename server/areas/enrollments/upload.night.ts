/** A file of enrolments that unpacks to a hundred and fifty megabytes. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { zipSync } from 'fflate'
import { startEnrolling } from '../../test/enrolling.ts'

it('S34 an archive that unpacks to far more than it weighs is refused', async () => {
  const desk = await startEnrolling()
  try {
    const bomb = zipSync({ 'filas.csv': new Uint8Array(150 << 20) }, { level: 9 })
    const answer = await desk.upload(Buffer.from(bomb))
    assert.deepEqual((await desk.refused(Promise.resolve(answer))).slice(0, 2), [422, 'VALIDATION'])
  } finally {
    await desk.close()
  }
})
