/** Every call: a refused session learns nothing else, and body errors are reported last. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contract, type Path } from '@hilo/contract/index.ts'
import type { AnyCall } from '@hilo/contract/call.ts'
import { codeOf, faultsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, type Account } from '../../test/factories.ts'
import { callInputs, endsSession, neutralOnly } from '../../test/inputs/index.ts'
import { startTestServer, type CallOptions } from '../../test/harness.ts'

const calls = Object.entries(contract) as [Path, AnyCall][]
const closed = calls.filter(([, spec]) => spec.privilege !== 'none')

function declares(spec: AnyCall, field: string): boolean {
  return 'shape' in spec.input && Object.hasOwn(spec.input.shape, field)
}

describe('the order of answers', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const neutral = await makeSession(server.db, await makeOperator(server.db))
  const { inputs, files } = await callInputs(server, vno)
  const refusalOf = async (path: Path, query: object, options?: CallOptions) => {
    const answer = await server.call(path, query, options)
    return [answer.status, codeOf(answer)]
  }
  const nobody = await makeSession(server.db, await makeAdmin(server.db, { privileges: {} }))

  for (const [path, spec] of closed) {
    it(`S1 ${path}: 401 without a session, even with a wrong body`, async () => {
      for (const query of [inputs[path] ?? {}, { nonsense: true }]) {
        assert.deepEqual(await refusalOf(path, query), [401, 'YOU_ARE_NOT_LOGGED_IN'])
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
          assert.deepEqual(await refusalOf(path, query, { session: nobody }), [403, 'PRIVILEGE_DENIED'])
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
        assert.deepEqual(await refusalOf(path, query, { session, files: files[path] }), [422, 'VALIDATION'], field)
      }
    })
    if (spec.kind === 'call' && spec.files) {
      it(`${path}: 422 for each missing mandatory file, and for an undeclared one`, async () => {
        const session = neutralOnly.has(path) ? neutral : admin
        const expected = Object.keys(spec.files ?? {}).filter((name) => !spec.files?.[name]?.optional)
        for (const sent of expected.length > 0 ? [undefined, {}] : []) {
          const answer = await server.call(path, inputs[path], { session, files: sent })
          assert.deepEqual([answer.status, codeOf(answer)], [422, 'VALIDATION'])
          const faults = expected.map((name) => `${name} required`)
          assert.deepEqual(faultsOf(answer), faults)
        }
        const more = { ...files[path], other: Buffer.from('x') }
        assert.equal((await server.call(path, inputs[path], { session, files: more })).status, 422)
      })
    }
    it(`${path}: 200 for a session that may`, async () => {
      const known = neutralOnly.has(path) ? neutral : admin
      const session = endsSession.has(path) ? await makeSession(server.db, await makeAdmin(server.db, { vno })) : known
      await server.done(path, inputs[path] ?? {}, session, files[path])
    })
  }

  it('S7 a suspended account, operator or a revoked privilege loses access on the next request', async () => {
    const { db } = server
    const owner = (text: string, id: number) => db.owner.query(text, [id])
    const suspend = {
      account: (a: Account) =>
        owner('update vno_admin_account set status = 3, version = version + 1 where id = $1', a.id),
      vno: (a: Account) => owner('update vno set status = 4 where id = $1', a.vno_id ?? 0),
      role: (a: Account) => owner(`update role set privileges = '{}', version = version + 1 where id = $1`, a.role_id),
    }
    for (const [what, act] of Object.entries(suspend)) {
      const account = await makeAdmin(db)
      const session = await makeSession(db, account)
      assert.equal((await server.call('admin_vno/ports/get', {}, { session })).status, 200)
      await act(account)
      const { status } = await server.call('admin_vno/ports/get', {}, { session })
      assert.equal(status, what === 'role' ? 403 : 401, what)
    }
  })

  it('a privilege granted meanwhile is honoured at once', async () => {
    const account = await makeAdmin(server.db, { privileges: {} })
    const session = await makeSession(server.db, account)
    assert.equal((await server.call('admin_vno/ctos/get', {}, { session })).status, 403)
    const privileges = { cto: { privs: { cto_view: true } } }
    const granting = 'update role set privileges = $2, version = version + 1 where id = $1'
    await server.db.owner.query(granting, [account.role_id, privileges])
    assert.equal((await server.call('admin_vno/ctos/get', {}, { session })).status, 200)
  })

  it('technicians and the neutral operator use the same calls', async () => {
    for (const account of [await makeTechnician(server.db), await makeOperator(server.db)]) {
      const session = await makeSession(server.db, account)
      assert.equal((await server.call('admin_vno/events/get', {}, { session })).status, 200)
    }
  })
})
