/** Calls that need a part of an area are closed to roles that deny the part, and to no others. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contract, type Path } from '@hilo/contract/index.ts'
import type { AnyCall } from '@hilo/contract/call.ts'
import { defaultPrivileges } from '@hilo/domain/default-privileges.ts'
import { withholds, type PartPrivilege, type Privileges } from '@hilo/domain/privilege.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, type TestSession } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'

const asking = (Object.entries(contract) as [Path, AnyCall][]).filter(([, { parts }]) => parts)

/** The neutral administrator's privileges without one part. */
function without(part: PartPrivilege): Privileges {
  const all = structuredClone(defaultPrivileges('admin'))
  const [area = '', name = ''] = part.split('.')
  const item = all[area]?.sub_items?.[name.slice(0, name.lastIndexOf('_'))]
  assert.equal(item?.privs[name], true, part)
  item.privs[name] = false
  assert.ok(withholds(all, part))
  return all
}

describe('parts of areas', async () => {
  const server = closedAfter(await startTestServer())

  const answer = async (path: Path, query: object, privileges: Privileges, neutral = false) => {
    const account = neutral
      ? await makeOperator(server.db, { privileges })
      : await makeAdmin(server.db, { vno: await makeVno(server.db), privileges })
    const session: TestSession = await makeSession(server.db, account)
    const { status, body } = await server.call(path, query, { session })
    return status === 403 ? (body as { error: string }).error : status
  }
  const closed = async (path: Path, query: object, part: PartPrivilege, neutral = false) => {
    assert.equal(await answer(path, query, without(part), neutral), 'PRIVILEGE_DENIED', `${path} ${part}`)
  }

  for (const [path, { parts = [] }] of asking)
    it(`S6 ${path}: closed to a role without its parts, open to one that does not list them`, async () => {
      for (const part of parts) await closed(path, {}, part)
      const silent = Object.entries(defaultPrivileges('admin')).map(([area, has]) => [
        area,
        { privs: has?.privs ?? {} },
      ])
      assert.notEqual(await answer(path, {}, Object.fromEntries(silent) as Privileges), 'PRIVILEGE_DENIED')
    })

  it('S6 the input decides which part is needed', async () => {
    const pictures = 'admin_vno/enrollments/pictures/get'
    await closed(pictures, { event_id: 1 }, 'event.pictures_view')
    await closed(pictures, { enrollment_id: 1 }, 'enrollments.pictures_view')
    assert.equal(await answer(pictures, { enrollment_id: 1 }, without('event.pictures_view')), 404)
    const states = 'admin_vno/neighbors/queryStateVNO'
    const many = { accesses: Array.from({ length: 51 }, (_, n) => `X-${n}`) }
    await closed(states, many, 'neightborState.massive_create')
    await closed(states, { accesses: ['X-1'] }, 'neightborState.own_view')
    await closed('admin_vno/neighbors/queryState', { cto_id: 1 }, 'neightborState.all_view', true)
    await closed('admin_vno/admins/neutral/edit', { id: 1, role_id: 1 }, 'admin.privileges_edit', true)
    assert.equal(await answer('admin_vno/devices/get', { technical_id: 1 }, without('technician.devices_view')), 404)
  })

  it('S6 a report omits the parts that a role denies', async () => {
    const days = { from: '2026-03-10', to: '2026-03-12' }
    const measured = async (privileges: Privileges) => {
      const session = await makeSession(server.db, await makeOperator(server.db, { privileges }))
      const { body } = await server.call('admin_vno/reports/indicators/get', days, { session })
      const { indicators, spans } = (body as { record: { indicators: { value: unknown }[]; spans: unknown[] } }).record
      return [indicators.filter(({ value }) => value !== null).length, spans.length]
    }
    const [all = 0] = await measured(defaultPrivileges('admin'))
    const [some = 0, spans] = await measured(without('dashboardReports.productivity_view'))
    assert.ok(Number(some) < Number(all))
    assert.equal(spans, 0)
  })
})
