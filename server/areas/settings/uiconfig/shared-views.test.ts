/** A shared view is visible within the person's own operator only. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SharedView, UiConfig } from '@hilo/contract/settings/uiconfig.ts'
import { columnOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, type Account } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'

const list = 'admin_vno/ports/get'

describe('shared views', async () => {
  const server = closedAfter(await startTestServer())

  const as = async (account: Account, path: 'admin_vno/uiconfig/get' | 'admin_vno/uiconfig/save', query: object) =>
    (await server.done(path, query, await makeSession(server.db, account))).record
  const share = (account: Account, ...views: object[]) =>
    as(account, 'admin_vno/uiconfig/save', { list, config: { columns: [], views, default_view: '@Flojos' } })
  const seen = async (account: Account): Promise<SharedView[]> =>
    (await as(account, 'admin_vno/uiconfig/get', {})).shared[list] ?? []

  it('by colleagues, with its author; not by the author again, other operators, or technicians', async () => {
    const vno = await makeVno(server.db)
    const ana = await makeAdmin(server.db, { vno, name: 'Ana' })
    const luis = await makeAdmin(server.db, { vno })
    const view = { name: 'Flojos', search: 'rx_dbm=..-24' }
    const own = await share(ana, { ...view, shared: true }, { name: 'Míos', search: 'state=3' })
    assert.equal(own.lists[list]?.default_view, '@Flojos')
    assert.deepEqual(await seen(luis), [{ ...view, by: 'Ana', by_id: ana.user_id }])
    const outside = [await makeAdmin(server.db, { vno: await makeVno(server.db) }), await makeOperator(server.db)]
    for (const account of [ana, ...outside, await makeTechnician(server.db, { vno })])
      assert.deepEqual(await seen(account), [])
    await share(ana, view)
    assert.deepEqual(await seen(luis), [])
  })

  it('with the columns that it has of its own', async () => {
    const vno = await makeVno(server.db)
    const columns = [{ id: 'label', visible: true, order: 0, width: 120 }]
    const plain = { name: 'Llana', search: '', shared: true }
    await share(await makeAdmin(server.db, { vno }), { ...plain, name: 'Ancha', columns }, plain)
    const shown = await seen(await makeAdmin(server.db, { vno }))
    assert.deepEqual(columnOf(shown, 'columns'), [columns, undefined])
  })

  it('among the neutral operator’s people, but not beyond', async () => {
    const operator = await makeOperator(server.db)
    await share(operator, { name: 'Red', search: 'state=6', shared: true })
    assert.deepEqual(columnOf(await seen(await makeOperator(server.db)), 'name'), ['Red'])
    assert.deepEqual(await seen(await makeAdmin(server.db)), [])
  })

  it('of two tabs the one with the outdated version is refused and gets the current one', async () => {
    const session = await makeSession(server.db, await makeAdmin(server.db))
    const save = async (name: string, version: number) => {
      const config = { columns: [], views: [{ name, search: 'state=3' }] }
      const { status, body } = await server.call('admin_vno/uiconfig/save', { list, config, version }, { session })
      const { error, record } = body as { error?: string; record: UiConfig }
      return { answer: [status, error], record }
    }

    const first = await save('Primera', 0)
    assert.deepEqual(first.answer, [200, undefined])
    const late = await save('Segunda', 0)
    assert.deepEqual(late.answer, [409, 'VERSION_CONFLICT'])
    assert.deepEqual(late.record, first.record)
    assert.deepEqual((await server.done('admin_vno/uiconfig/get', {}, session)).record, first.record)
  })
})
