/** Many concurrent pictures: limited per person, fair between people, and a retry loses nothing. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeSession, makeTechnician } from '../../test/factories.ts'
import { nextSeed, startField } from '../../test/evidence.ts'
import { drawing } from '../../test/pictures.ts'
import { makeEvent } from '../../test/plant-factories.ts'
import type { Answer } from '../../test/harness.ts'

/** Large enough that decoding takes longer than receiving. */
const large = () => drawing({ seed: nextSeed(), width: 2400, height: 1800 }).jpeg().toBuffer()
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('a crowd of pictures', async () => {
  const field = closedAfter(await startField())

  it("one person's uploads beyond the queue limit get 503 with Retry-After, keep their parts, and all arrive by retrying", async () => {
    const { server, session } = field
    const { id } = await field.event()
    const pictures = await Promise.all(Array.from({ length: 24 }, large))
    const [staged, another] = [await large(), await large()]
    const whole = { sha256: sha(staged), bytes: staged.length, offset: 0 }
    await server.call('admin_vno/enrollments/pictures/part', whole, { session, files: { part: staged } })

    const colleague = await makeTechnician(server.db, { vno: field.vno })
    const other = await makeEvent(server.db, { technician: colleague, started_at: new Date(Date.now() - 60_000) })
    const otherSession = await makeSession(server.db, colleague)

    const order: string[] = []
    const noted = async (name: string, answer: Promise<Answer>) => {
      const given = await answer
      if (given.status === 200) order.push(name)
      else {
        assert.deepEqual(refusalOf(given), [503, 'UNAVAILABLE'])
        assert.match(String(given.headers['retry-after']), /^\d+$/)
      }
      return given.status
    }
    const complete = { event_id: id, step: 'power', sha256: sha(staged) }
    const sendStaged = () => server.call('admin_vno/enrollments/pictures/upload', complete, { session })
    const first = pictures.map((bytes) => noted('crowd', field.send({ event_id: id }, bytes)))
    const stagedFirst = noted('staged', sendStaged())
    const others = noted('other', field.send({ event_id: other.id }, another, otherSession))
    const statuses = await Promise.all(first)
    assert.equal(await others, 200)
    const refused = statuses.filter((status) => status === 503).length
    assert.ok(refused >= 24 - 1 - 8 - 4, `${refused} of 24 refused`)
    assert.ok(order.indexOf('other') < order.lastIndexOf('crowd'), 'another person does not wait for the whole crowd')

    await stagedFirst
    for (const [at, bytes] of pictures.entries())
      if (statuses[at] === 503) assert.equal((await field.send({ event_id: id }, bytes)).status, 200)
    assert.equal((await sendStaged()).status, 200, 'its bytes are still there')
    const kept = await server.rows('select distinct sha256 from picture where event_id = $1', id)
    assert.equal(kept.length, 25)
  })
})
