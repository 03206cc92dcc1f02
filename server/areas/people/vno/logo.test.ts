/** Logo of an operator: set, shown to its people and on its papers, removed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultsOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { drawing } from '../../../test/pictures.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../../test/factories.ts'
import type { TestSession } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'
import { makeEvent } from '../../../test/plant-factories.ts'

describe('the logo of an operator', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const neutral = await makeSession(server.db, await makeOperator(server.db))

  const edit = (query: object, as: TestSession, logo?: Buffer) =>
    server.call('admin_vno/vno/edit', query, { session: as, files: logo && { logo } })
  const edited = async (query: object, as: TestSession, logo?: Buffer) =>
    (await server.done('admin_vno/vno/edit', query, as, logo && { logo })).record
  const view = (file: number | null, as: TestSession) =>
    server.call('files/view', { file_id: file ?? 0 }, { session: as })
  const drawn = (seed: number) => drawing({ seed, width: 400, height: 100 }).png()
  const picture = (seed = 1) =>
    drawn(seed)
      .withExif({ IFD0: { Artist: 'CANARIO' } })
      .toBuffer()

  it('is set by its own administrator and by the neutral operator, re-encoded, and is a file of that operator', async () => {
    const own = await edited({ id: vno.id, description: 'Con logotipo' }, session, await picture())
    const first = own.logo_file_id
    assert.equal(own.description, 'Con logotipo')
    const shown = await view(first, session)
    assert.deepEqual([shown.status, shown.headers['content-type']], [200, 'image/webp'])
    assert.ok(!shown.bytes.includes('CANARIO'))
    const other = (await edited({ id: vno.id }, neutral, await picture(2))).logo_file_id
    assert.ok(other !== null && other !== first)
    const technician = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    for (const [who, status] of [
      [session, 200],
      [technician, 200],
      [neutral, 200],
      [await makeSession(server.db, await makeAdmin(server.db)), 404],
    ] as const)
      assert.equal((await view(other, who)).status, status)
    const [file] = (await server.db.owner.query('select vno_id, event_id from file where id = $1', [other])).rows
    assert.deepEqual(file, { vno_id: vno.id, event_id: null })
    const traces = `select after->'logo_file_id' as logo from audit where entity = 'vno' and entity_id = $1 order by id`
    const { rows } = await server.db.owner.query<{ logo: number }>(traces, [String(vno.id)])
    assert.equal(rows.at(-1)?.logo, other)
  })

  it('is seen by its sessions from the next request on', async () => {
    const whose = async () => {
      const { vno_admin_account: account } = await server.done('account/check_login', {}, session)
      return account?.vno.logo_file_id
    }
    const { logo_file_id: set } = await edited({ id: vno.id }, session, await picture(3))
    assert.equal(await whose(), set)
    assert.equal((await edited({ id: vno.id, description: 'Igual' }, session)).logo_file_id, set, 'stays')
    assert.equal((await edited({ id: vno.id, logo: null }, session)).logo_file_id, null)
    assert.equal(await whose(), null)
  })

  it('bytes that are no picture are refused by field, and so is setting and removing at once', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    for (const [query, file, code] of [
      [{ id: vno.id }, svg, 'format'],
      [{ id: vno.id, logo: null }, await picture(), 'value'],
    ] as const) {
      const answer = await edit(query, session, file)
      assert.deepEqual([answer.status, faultsOf(answer)], [422, [`logo ${code}`]])
    }
  })

  it('another operator’s is like a missing one, whatever its id', async () => {
    const other = await makeVno(server.db)
    for (const [id, as] of [
      [other.id, session],
      [2 ** 30, session],
      [2 ** 30, neutral],
    ] as const)
      assert.equal((await edit({ id }, as, await picture())).status, 404)
    const { rows } = await server.db.owner.query('select logo_file_id from vno where id = $1', [other.id])
    assert.deepEqual(rows, [{ logo_file_id: null }])
  })

  it('is on the work order and on a technician’s day; a missing file does not stop the paper', async () => {
    const technician = await makeTechnician(server.db, { vno })
    const event = await makeEvent(server.db, { technician })
    const papers = async () => {
      const whole = await Promise.all([
        server.call('admin_vno/events/workorder', { event_id: event.id }, { session }),
        server.call('admin_vno/reports/shift', { technical_id: technician.id, date: '2026-11-20' }, { session }),
      ])
      return whole.map(({ status, bytes }) => [status, bytes.includes('/Subtype /Image')])
    }
    assert.deepEqual(await papers(), Array(2).fill([200, false]))
    const { logo_file_id: file } = await edited({ id: vno.id }, session, await picture(4))
    assert.deepEqual(await papers(), Array(2).fill([200, true]))
    const { rows } = await server.db.owner.query<{ key: string }>('select key from file where id = $1', [file])
    await server.store.remove(rows[0]?.key ?? '')
    assert.deepEqual(await papers(), Array(2).fill([200, false]))
  })
})
