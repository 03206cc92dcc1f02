/**
 * Every call of the contract, by every kind of session and record: generated from the declarations, so that new calls are
 * included.
 */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Path } from '@hilo/contract/index.ts'
import { problemsOf } from '@hilo/contract/openapi.ts'
import { problems, type ProblemCode } from '@hilo/domain/problem.ts'
import { codeOf } from '../test/answers.ts'
import { insert, makeOperator, makeSession } from '../test/factories.ts'
import type { Answer } from '../test/harness.ts'
import { neutralOnly } from '../test/inputs/index.ts'
import { alongside, eachField, refused, shared } from './asking.ts'
import { readable } from './canaries.ts'
import { askInBatch, askInFiles } from './nested-records.ts'
import { askedFor, askForeign, foreignFields, type Manner, type Foreign } from './foreign-records.ts'
import { askMoves, askOpen, closedStates, ownEvents } from './technician-events.ts'
import { openScene, rowsOfVno } from './scene.ts'
import { ownDrops } from './exceptions.ts'
import {
  changes,
  sessionCalls,
  callsEndingOwnSession,
  allPrivileges,
  paths,
  sessionsWithoutPrivilege,
  specOf,
  refusedSessions,
  type Who,
} from './twins.ts'

const fewest = 6000

describe('the access matrix', async () => {
  const checks: Record<string, number> = {}
  const count = (what: string, more = 1) => (checks[what] = (checks[what] ?? 0) + more)
  const person = (name: string): Who => {
    const who = scene.people[name]
    assert.ok(who)
    return who
  }

  const scene = await openScene()
  const untouched = await rowsOfVno(scene.server, scene.theirs.twin.vno.id)
  after(() => scene.server.close())

  it('S1 without a session, or with an ended one, no call answers', async () => {
    const { server, mine } = scene
    count(
      'S1',
      await refused(scene, await refusedSessions(server, mine.twin.vno), sessionCalls, [401, 'YOU_ARE_NOT_LOGGED_IN']),
    )
  })

  it('S1 S7 without the privilege, or awaiting approval, every call that needs more is refused', async () => {
    const { ask, base, server, mine } = scene
    const { without, waiting } = await sessionsWithoutPrivilege(server, mine.twin.vno)
    const asking = sessionCalls.filter((path) => specOf(path).privilege !== 'any')
    count('S7', await refused(scene, without, asking, [403, 'PRIVILEGE_DENIED']))
    const more = sessionCalls.filter((path) => !specOf(path).allowedWhilePending)
    count('S7', await refused(scene, waiting, more, [403, 'PRIVILEGE_DENIED']))
    for (const [who, session] of Object.entries(waiting)) {
      for (const path of sessionCalls.filter(
        (one) => specOf(one).allowedWhilePending && !callsEndingOwnSession.has(one),
      )) {
        assert.notEqual(codeOf(await ask(path, base(path), session)), 'PRIVILEGE_DENIED', `${who}: ${path}`)
        count('S7')
      }
    }
  })

  it('S3 S8 permitted sessions get declared answers only, and no word of another operator', async () => {
    const { ask, base, server, canary, people } = scene
    const faults: string[] = []
    const neutral = { session: await makeSession(server.db, await makeOperator(server.db)) }
    const one = async (who: string, session: Who, path: Path) => {
      const answer = await ask(path, base(path), session)
      if (!declared(path, answer)) faults.push(`${who}: ${path} ${answer.status} ${answer.text.slice(0, 300)}`)
      count('S8')
      if (who === 'neutral') return
      const word = canary(readable(answer.bytes))
      if (word !== null) faults.push(`${who}: ${path} says ${word}`)
      const only = neutralOnly.has(path) && changes(path) && !ownDrops.test(path)
      if (only && answer.status === 200) faults.push(`${who}: ${path} is the neutral operator's`)
      count('S3')
    }
    const everybody = Object.entries({ ...people, neutral })
    for (const path of sessionCalls.filter((of) => !callsEndingOwnSession.has(of) && !specOf(of).demo)) {
      if (alongside(path)) await Promise.all(everybody.map(([who, session]) => one(who, session, path)))
      else for (const [who, session] of everybody) await one(who, session, path)
    }
    assert.deepEqual(faults, [])
  })

  it('S3 no order, page, search or format of a list shows a word of another operator', async () => {
    const { ask, canary, server, theirs } = scene
    const faults: string[] = []
    const silent = (path: Path, query: object, answer: Answer) => {
      const word = canary(readable(answer.bytes), JSON.stringify(query))
      if (word !== null || answer.status >= 500)
        faults.push(`${path} ${JSON.stringify(query)} ${answer.status} ${word}`)
      count('S3')
    }
    const askOf = async (path: Path, query: object) => {
      const answer = await ask(path, query, person(allPrivileges.admin))
      silent(path, query, answer)
      return answer
    }
    const words = [theirs.twin.mark, theirs.twin.vno.name, ...theirs.known.words]
    const each = async (path: Path) => {
      const spec = specOf(path)
      if (spec.kind === 'download') {
        for (const format of ['csv', 'xlsx']) await askOf(path, { format })
        return
      }
      if (spec.kind !== 'list') return
      for (const sort of spec.list.sorts)
        for (const order of ['asc', 'desc']) await askOf(path, { sort: [[sort, order]], limit: 200, count: true })
      const page = await server.call(path, { limit: 1 }, { session: theirs.twin.admin })
      const cursor = (page.body as { next_cursor?: string }).next_cursor
      if (cursor) await askOf(path, { cursor, limit: 200 })
      if (!spec.list.search) return
      for (const word of words) {
        const found = await askOf(path, { search: word, count: true })
        assert.deepEqual((found.body as { records: object[] }).records, [], `${path} finds ${word}`)
      }
    }

    await shared(paths, each)
    for (const word of words) await askOf('admin_vno/search/get', { text: word })
    assert.deepEqual(faults, [])
  })

  it('S2 a foreign record answers like none at all, in every field, nested ones and every position of a list', async () => {
    const { known, unknown } = foreignFields(scene)
    const asked = askedFor(known)
    const faults: string[] = []
    const tell = async (field: Foreign, manner: Manner) => {
      const told = await askForeign(scene, field, { asked, ...manner })
      count('S2', told.checks)
      count('refused unseen', told.refused)
      faults.push(...told.faults)
    }
    const others = Object.entries(scene.people).filter(([name]) => name !== allPrivileges.admin)
    await eachField(known, async ([index, field]) => {
      const transport = index % 2 === 0 ? 'json' : 'multipart'
      await tell(field, { who: [allPrivileges.admin, person(allPrivileges.admin)], transport })
      const other = others[index % others.length]
      assert.ok(other)
      await tell(field, { who: other, once: true })
    })
    assert.deepEqual(faults, [])
    assert.deepEqual(unknown, [], 'fields for which no foreign record is known')
  })

  it('S2 nor in an operation of a batch, nor in a row of a file', async () => {
    const { known } = foreignFields(scene)
    const faults: string[] = []
    for (const field of known) {
      const told = await askInBatch(scene, field, person(allPrivileges.admin))
      count('S2 carried', told.checks)
      faults.push(...told.faults)
    }
    const told = await askInFiles(scene, person(allPrivileges.admin))
    count('S2 carried', told.checks)
    assert.deepEqual([...faults, ...told.faults], [])
  })

  it('S2 a name used by another operator is as free as an unused one', async () => {
    const { given } = foreignFields(scene)
    assert.ok(given.length > 0)
    for (const field of given) {
      const { path, own } = field
      const status = async (value: unknown) => {
        const [query] = field.field.forms(scene.base(path), value, own)
        const answer = await scene.ask(path, query ?? {}, person(allPrivileges.admin))
        return [answer.status, codeOf(answer)]
      }
      assert.deepEqual(await status(field.foreign), await status(field.missing), `${path} ${field.field.name}`)
      count('S2')
    }
  })

  it("S10 a technician finds no colleague's work, and changes own work only while it is open", async () => {
    const { server, mine } = scene
    const who = person(allPrivileges.technician)
    const faults: string[] = []
    for (const field of ownEvents(scene)) {
      const told = await askForeign(scene, field, { who: [allPrivileges.technician, who], asked: '' })
      count('S10', told.checks)
      faults.push(...told.faults)
    }
    assert.deepEqual(faults, [])
    for (const state of closedStates) count('S10', await askOpen(scene, state, server.db, mine.twin.vno))
    count('S10', await askMoves(scene, server.db, mine.twin.vno))
  })

  it('S1 a session with a pending agreement can do nothing before; API keys accept none', async () => {
    const { server, ask, base } = scene
    const text = { title: 'Condiciones', html_sanitised: '<p>Nuevas.</p>', mandatory: true }
    const agreement = await insert(server.db, 'agreement', { kind: 'terms', version: 1000, ...text })
    const { system, ...signedIn } = scene.people
    const more = sessionCalls.filter((path) => !specOf(path).allowedWhilePending)
    count('S1', await refused(scene, signedIn, more, [403, 'AGREEMENT_REQUIRED']))
    assert.equal((await ask('admin_vno/events/get', {}, system ?? {})).status, 200)
    await server.db.owner.query('delete from agreement where id = $1', [agreement])
    assert.equal((await ask('admin_vno/events/get', base('admin_vno/events/get'), person('technician'))).status, 200)
  })

  it('S4 no row of the other operator was changed', async () => {
    const now = await rowsOfVno(scene.server, scene.theirs.twin.vno.id)
    assert.deepEqual(now, untouched)
    count('S4', Object.keys(now).length)
  })

  it('has its full size, and its canaries are found in their own answers', async () => {
    const { bytes } = await scene.ask('admin_vno/events/download', { format: 'xlsx' }, person(allPrivileges.admin))
    assert.notEqual(scene.ownWord(readable(bytes)), null, 'the search can find something')
    const { 'refused unseen': unseen = 0, ...counted } = checks
    const total = Object.values(counted).reduce((sum, one) => sum + one, 0)
    console.log(`${total} comprobaciones`, counted, `y ${unseen} sin mirar el registro`)
    assert.ok(total >= fewest, `${total} checks`)
  })
})

function declared(path: Path, answer: Answer): boolean {
  if (answer.status === 200) return true
  const code = codeOf(answer) as ProblemCode
  return answer.status < 500 && problemsOf(specOf(path)).includes(code) && problems[code] === answer.status
}
