/** Tenant isolation by the calls' own SQL alone, with row-level security off in every table. A missing predicate shows here. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Path } from '@hilo/contract/index.ts'
import { makeEvent } from '../test/plant-factories.ts'
import { readable } from './canaries.ts'
import { askedFor, askForeign, foreignFields, type Foreign } from './foreign-records.ts'
import { closedStates, ownEvents } from './technician-events.ts'
import { openScene, rowsOfVno } from './scene.ts'
import { sessionCalls, callsEndingOwnSession, allPrivileges, specOf, type Who } from './twins.ts'

const picturesOf = 'admin_vno/enrollments/pictures/get'
const withPicture = `
  update picture set enrollment_id = (select min(id) from enrollment where vno_id = $1)
   where id = (select min(id) from picture where vno_id = $1) returning enrollment_id`

describe('without row-level security', async () => {
  /** Ended interventions of the other operator. */
  const ended: number[] = []
  let checks = 0
  const person = (name: string): readonly [string, Who] => {
    const who = scene.people[name]
    assert.ok(who)
    return [name, who]
  }

  const scene = await openScene({ walls: false })
  for (const process_state of closedStates) {
    const { id } = await makeEvent(scene.server.db, { vno: scene.theirs.twin.vno, process_state })
    ended.push(id)
  }
  const { rows } = await scene.server.db.owner.query<{ enrollment_id: number }>(withPicture, [scene.theirs.twin.vno.id])
  /** An enrolment of the other operator with a picture. */
  const enrolled = rows[0]?.enrollment_id ?? 0
  const untouched = await rowsOfVno(scene.server, scene.theirs.twin.vno.id)
  after(() => scene.server.close())

  const alike = async (fields: readonly Foreign[], who: readonly [string, Who], asked: string) => {
    for (const field of fields) {
      const told = await askForeign(scene, field, { who, asked })
      checks += told.checks
      assert.deepEqual(told.faults, [])
    }
  }

  it('S9 no row of a table is hidden any more', async () => {
    const client = await scene.server.db.app.connect()
    const { rows } = await client.query<{ n: string }>('select count(*) as n from event where vno_id = $1', [
      scene.theirs.twin.vno.id,
    ])
    client.release()
    assert.ok(Number(rows[0]?.n) > 0)
  })

  for (const name of [allPrivileges.admin, allPrivileges.technician])
    it(`S9 a foreign record answers like none at all, in every field, to ${name}`, async () => {
      const { known } = foreignFields(scene)
      await alike(known, person(name), askedFor(known))
      assert.ok(checks > 1000, `${checks} checks`)
    })

  it('S9 nor does work of another operator that is over', async () => {
    const works = foreignFields(scene).known.filter(({ field }) => /(?:^|\.)event_id$/.test(field.name))
    assert.ok(works.length > 10)
    for (const foreign of ended) {
      const over = works.map((one) => ({ ...one, foreign }))
      await alike(over, person(allPrivileges.admin), String(foreign))
    }
  })

  it('S9 nor do the pictures of an enrolment of another operator', async () => {
    const pictured = foreignFields(scene)
      .known.filter(({ path, field }) => path === picturesOf && field.name === 'enrollment_id')
      .map((one) => ({ ...one, foreign: enrolled }))
    assert.ok(pictured.length > 0)
    await alike(pictured, person(allPrivileges.admin), String(enrolled))
  })

  it("S9 S10 a technician finds no colleague's work", async () => {
    await alike(ownEvents(scene), person(allPrivileges.technician), '')
  })

  it('S9 no session receives a word of another operator', async () => {
    const faults: string[] = []
    const one = async (path: Path, [name, who]: readonly [string, Who]) => {
      const answer = await scene.ask(path, scene.base(path), who)
      const word = scene.canary(readable(answer.bytes))
      if (word !== null) faults.push(`${name}: ${path} says ${word}`)
      if (answer.status >= 500) faults.push(`${name}: ${path} answers ${answer.status}`)
    }
    for (const path of sessionCalls.filter((of) => !callsEndingOwnSession.has(of) && !specOf(of).demo))
      for (const who of Object.entries(scene.people)) await one(path, who)
    assert.deepEqual(faults, [])
  })

  it('S9 no row of the other operator was changed', async () => {
    assert.deepEqual(await rowsOfVno(scene.server, scene.theirs.twin.vno.id), untouched)
  })
})
