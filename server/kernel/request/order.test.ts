/** Every call: a refused session learns nothing else, and body errors are reported last. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { contract, type Path } from '@hilo/contract/index.ts'
import type { AnyCall } from '@hilo/contract/call.ts'
import {
  makeAdmin,
  makeOperator,
  makeSession,
  makeTechnician,
  makeVno,
  type TestSession,
  type Vno,
} from '../../test/factories.ts'
import { callInputs, endsSession, neutralOnly } from '../../test/inputs/index.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'

const calls = Object.entries(contract) as [Path, AnyCall][]
const closed = calls.filter(([, spec]) => spec.privilege !== 'none')
let inputs: Partial<Record<Path, object>> = {}
let files: Partial<Record<Path, Record<string, Buffer>>> = {}

function declares(spec: AnyCall, field: string): boolean {
  return 'shape' in spec.input && Object.hasOwn(spec.input.shape, field)
}

function code(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
}

describe('the order of answers', () => {
  let server: TestServer
  let admin: TestSession
  let neutral: TestSession
  let nobody: TestSession
  let vno: Vno
  before(async () => {
    server = await startTestServer()
    vno = await makeVno(server.db)
    admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    neutral = await makeSession(server.db, await makeOperator(server.db))
    ;({ inputs, files } = await callInputs(server, vno))
    nobody = await makeSession(server.db, await makeAdmin(server.db, { privileges: {} }))
  })
  after(() => server.close())

  for (const [path, spec] of closed) {
    it(`S1 ${path}: 401 without a session, even with a wrong body`, async () => {
      for (const query of [inputs[path] ?? {}, { nonsense: true }]) {
        const answer = await server.call(path, query)
        assert.equal(answer.status, 401)
        assert.equal(code(answer.body), 'YOU_ARE_NOT_LOGGED_IN')
      }
    })
    it(`S1 ${path}: 401 with a session that ended, was revoked or is made up`, async () => {
      const account = await makeAdmin(server.db)
      const past = new Date(Date.now() - 1000)
      const sessions = [
        await makeSession(server.db, account, { expires_at: past }),
        await makeSession(server.db, account, { revoked_at: past }),
        await makeSession(server.db, account, { last_seen_at: new Date(Date.now() - 31 * 60_000) }),
        { cookie: `hilo_session=${'A'.repeat(43)}` },
      ]
      for (const session of sessions) assert.equal((await server.call(path, inputs[path], { session })).status, 401)
    })
    if (spec.privilege !== 'any') {
      it(`S1 ${path}: 403 without the privilege, even with a wrong body`, async () => {
        for (const query of [inputs[path] ?? {}, { nonsense: true }]) {
          const answer = await server.call(path, query, { session: nobody })
          assert.equal(answer.status, 403)
          assert.equal(code(answer.body), 'PRIVILEGE_DENIED')
        }
      })
    }
    it(`S5 ${path}: 422 for every field that is not declared`, async () => {
      for (const field of ['vno_id', 'role', 'status', 'privileges', 'is_admin', 'nonsense']) {
        // A declared field gets an invalid value; an operator's id is refused to sessions that may not name it.
        const mayName = field !== 'vno_id' || neutralOnly.has(path)
        const value = mayName && declares(spec, field) ? { nonsense: true } : 1
        const query = { ...inputs[path], [field]: value }
        const session = neutralOnly.has(path) ? neutral : admin
        const answer = await server.call(path, query, { session, files: files[path] })
        assert.equal(answer.status, 422, field)
        assert.equal(code(answer.body), 'VALIDATION')
      }
    })
    if (spec.kind === 'call' && spec.files) {
      it(`${path}: 422 for each missing mandatory file, and for an undeclared one`, async () => {
        const session = neutralOnly.has(path) ? neutral : admin
        const expected = Object.keys(spec.files ?? {}).filter((name) => !spec.files?.[name]?.optional)
        for (const sent of expected.length > 0 ? [undefined, {}] : []) {
          const answer = await server.call(path, inputs[path], { session, files: sent })
          assert.deepEqual([answer.status, code(answer.body)], [422, 'VALIDATION'])
          const { details } = answer.body as { details: { field: string; code: string }[] }
          assert.deepEqual(
            details.map((one) => [one.field, one.code]),
            expected.map((name) => [name, 'required']),
          )
        }
        const more = { ...files[path], other: Buffer.from('x') }
        const answer = await server.call(path, inputs[path], { session, files: more })
        assert.equal(answer.status, 422)
      })
    }
    // Inputs without a record concern the caller's own rows.
    if (spec.kind === 'blob' && Object.values(inputs[path] ?? {}).some((one) => typeof one === 'number')) {
      it(`${path}: another operator's records answer like missing ones`, async () => {
        const other = await makeSession(server.db, await makeAdmin(server.db))
        const asked = Object.entries(inputs[path] ?? {})
        const nobodys = Object.fromEntries(
          asked.map(([name, one]) => [name, typeof one === 'number' ? 2_000_000_000 : one]),
        )
        const [theirs, none] = await Promise.all([
          server.call(path, inputs[path], { session: other }),
          server.call(path, nobodys, { session: other }),
        ])
        assert.equal(theirs.status, 404)
        const known = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
        assert.equal(known(theirs.text), known(none.text))
      })
    }
    it(`${path}: 200 for a session that may`, async () => {
      const known = neutralOnly.has(path) ? neutral : admin
      const session = endsSession.has(path) ? await makeSession(server.db, await makeAdmin(server.db, { vno })) : known
      const answer = await server.call(path, inputs[path], { session, files: files[path] })
      assert.equal(answer.status, 200, answer.text)
    })
  }

  it('S7 a suspended account, operator or a revoked privilege loses access on the next request', async () => {
    const { db } = server
    const owner = (text: string, id: number) => db.owner.query(text, [id])
    const suspend = {
      account: (a: { id: number }) =>
        owner('update vno_admin_account set status = 3, version = version + 1 where id = $1', a.id),
      vno: (a: { vno_id: number | null }) => owner('update vno set status = 4 where id = $1', a.vno_id ?? 0),
      role: (a: { role_id: number }) =>
        owner(`update role set privileges = '{}', version = version + 1 where id = $1`, a.role_id),
    }
    for (const [what, act] of Object.entries(suspend)) {
      const account = await makeAdmin(db)
      const session = await makeSession(db, account)
      assert.equal((await server.call('admin_vno/ports/get', {}, { session })).status, 200)
      await act(account)
      assert.equal(
        (await server.call('admin_vno/ports/get', {}, { session })).status,
        what === 'role' ? 403 : 401,
        what,
      )
    }
  })

  it('a privilege granted meanwhile is honoured at once', async () => {
    const account = await makeAdmin(server.db, { privileges: {} })
    const session = await makeSession(server.db, account)
    assert.equal((await server.call('admin_vno/ctos/get', {}, { session })).status, 403)
    const privileges = { cto: { privs: { cto_view: true } } }
    await server.db.owner.query('update role set privileges = $2, version = version + 1 where id = $1', [
      account.role_id,
      privileges,
    ])
    assert.equal((await server.call('admin_vno/ctos/get', {}, { session })).status, 200)
  })

  it('technicians and the neutral operator use the same calls', async () => {
    for (const account of [await makeTechnician(server.db), await makeOperator(server.db)]) {
      const session = await makeSession(server.db, account)
      assert.equal((await server.call('admin_vno/events/get', {}, { session })).status, 200)
    }
  })
})
