/** The least of the matrix, for one administrator of an operator; `matrix.night.ts` has everybody and everything. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { eachField, refused } from './asking.ts'
import { askedFor, askForeign, foreignFields } from './foreign-records.ts'
import { openScene } from './scene.ts'
import { allPrivileges, refusedSessions, sessionCalls } from './twins.ts'

describe('the access matrix of one administrator', async () => {
  const scene = await openScene()
  after(() => scene.server.close())

  it('S1 without a session, or with an ended one, no call answers', async () => {
    const some = await refusedSessions(scene.server, scene.mine.twin.vno)
    await refused(scene, some, sessionCalls, [401, 'YOU_ARE_NOT_LOGGED_IN'], ['json'])
  })

  it('S2 a foreign record answers like none at all, in every field', async () => {
    const { known, unknown } = foreignFields(scene)
    const who = scene.people[allPrivileges.admin]
    assert.ok(who)
    const asked = askedFor(known)
    const faults: string[] = []
    let checks = 0
    await eachField(known, async ([, field]) => {
      const told = await askForeign(scene, field, { who: [allPrivileges.admin, who], asked, once: true })
      checks += told.checks
      faults.push(...told.faults)
    })
    assert.deepEqual(faults, [])
    assert.deepEqual(unknown, [], 'fields for which no foreign record is known')
    assert.ok(checks > known.length, `${checks} checks of ${known.length} fields`)
  })
})
