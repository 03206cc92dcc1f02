/** Every list, by its declaration: filters, sorts, pages, totals, downloads, and tenant isolation. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contract, type PathOf } from '@hilo/contract/index.ts'
import type { ListSpec } from '@hilo/contract/call.ts'
import { columnOf, columnsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import { orderOf } from '../../test/list-order.ts'
import { makeListRows } from '../../test/list-rows.ts'
import { makeAssignment, makeCase, makeCto, makeEvent, makePort } from '../../test/plant-factories.ts'
import { neutralOnly } from '../../test/inputs/index.ts'
import { startTestServer } from '../../test/harness.ts'
import { sources } from '../../http/calls.ts'

type ListPath = PathOf<'list'>
const downloadOf = (path: ListPath) => {
  const download = path.replace('/get', '/download')
  return download in contract ? (download as PathOf<'download'>) : null
}
const lists = (Object.entries(contract) as [ListPath, ListSpec][]).filter(([, spec]) => spec.kind === 'list')
/** Where a record has the value of a filter, if not under its name. */
const within: Readonly<Record<string, string[]>> = {
  verdict: ['neighbours', 'verdict'],
  ine_code: ['address', 'ine_code'],
  'admin_vno/vno/get status': ['status', 'id'],
}
interface Page {
  records: Record<string, unknown>[]
  next_cursor: string | null
  total?: { value: number; exact: boolean }
}

describe('lists', async () => {
  const server = closedAfter(await startTestServer())
  const { db } = server
  const vno = await makeVno(db)
  const admin = await makeAdmin(db, { vno })
  const technician = await makeTechnician(db, { vno, name: 'Íñigo Peña' })
  const session = await makeSession(db, admin)
  const operator = await makeSession(db, await makeOperator(db))
  for (let i = 0; i < 7; i++) {
    const cto = await makeCto(db)
    await makePort(db, { cto })
    const port = await makePort(db, { cto, state: 3, assignment_status: 3 })
    await makeAssignment(db, { vno, rx_dbm: i % 3 === 0 ? null : -18 - (i % 2), port })
    const created_at = new Date(Date.UTC(2026, 9, 1 + (i >> 1)))
    await makeEvent(db, { technician, cto, process_state: i % 2 ? 5 : 3, created_at })
    await makeEvent(db, { vno, cto, type: 2, process_state: 5 })
  }
  const theirs = await makeVno(db, { name: 'CANARIO-OTRA-RED' })
  await makeAssignment(db, { vno: theirs })
  await makeEvent(db, { technician: await makeTechnician(db, { vno: theirs, name: 'CANARIO-PERSONA' }) })
  for (let i = 0; i < 7; i++) {
    const detected_at = new Date(Date.UTC(2026, 9, 1 + (i >> 1)))
    await makeCase(db, { owner: vno, worker: theirs, detected_at, state: i % 2 ? 'abierto' : 'restaurado' })
  }
  await makeListRows(db, { vno, admin, technician, theirs })

  // An operator sees one row of the operators, too few for pages.
  const viewer = (path: ListPath) => (neutralOnly.has(path) || path === 'admin_vno/vno/get' ? operator : session)
  const get = async (path: ListPath, query: object, session = viewer(path)) => {
    const answer = await server.call(path, query, { session })
    assert.equal(answer.status, 200, answer.text)
    return answer.body as Page
  }
  const everyPage = async (path: ListPath, query: object, session = viewer(path)) => {
    const records: Page['records'] = []
    let cursor: string | null = null
    do {
      const page: Page = await get(path, { ...query, limit: 3, ...(cursor && { cursor }) }, session)
      assert.ok(page.records.length <= 3)
      records.push(...page.records)
      cursor = page.next_cursor
    } while (cursor)
    return records
  }

  for (const [path, { list }] of lists) {
    for (const sort of list.sorts) {
      for (const direction of ['asc', 'desc'] as const) {
        it(`${path}: pages by ${sort} ${direction} hold every row once, in order`, async () => {
          const all = (await get(path, { sort: [[sort, direction]], limit: 200 })).records
          assert.ok(all.length > 0, 'no rows: add them in server/test/list-rows.ts')
          const paged = await everyPage(path, { sort: [[sort, direction]] })
          const ids = columnOf(all, 'id')
          assert.deepEqual(columnOf(paged, 'id'), ids)
          assert.equal(new Set(ids).size, all.length)
          const whole = await get(path, { sort: [[sort, direction]], limit: all.length })
          assert.equal(whole.next_cursor, null, 'nothing follows the last row')
          assert.ok(all.length >= 7)
          const values = all.map((row) => row[sort]).filter((value) => value !== null && value !== undefined)
          const ordered = [...values].sort(orderOf(path, sort))
          assert.deepEqual(values, direction === 'asc' ? ordered : ordered.reverse())
        })
      }
    }

    for (const [name, filter] of Object.entries(list.filters)) {
      if (filter.kind === 'near') continue
      it(`${path}: the filter ${name} narrows to rows that have the value, and refuses nonsense`, async () => {
        const all = (await get(path, { limit: 200 })).records
        const places = within[`${path} ${name}`] ?? within[name] ?? [name]
        const at = (row: unknown) => places.reduce((value, place) => (value as Record<string, unknown>)[place], row)
        const value = all.map(at).find((one) => one !== null && one !== undefined)
        if (value !== undefined) {
          const found = (await get(path, { filter: { [name]: value }, limit: 200, count: true })) as Required<Page>
          assert.ok(found.records.length > 0)
          assert.ok(found.records.every((row) => at(row) === value))
          assert.deepEqual(found.total, { value: found.records.length, exact: true })
        }
        const nonsense = await server.call(path, { filter: { [name]: { like: {} } } }, { session: viewer(path) })
        assert.equal(nonsense.status, 422)
      })
    }

    it(`${path}: an id gives the record that a page holds, or none`, async () => {
      const light = Object.fromEntries((sources[path].detail ?? []).map((name) => [name, null]))
      const { records } = await get(path, { limit: 10 })
      assert.ok(records.length > 0, 'no rows: add them in server/test/list-rows.ts')
      const pages = await Promise.all(records.map(({ id }) => get(path, { id })))
      const alone = pages.flatMap((page) => page.records.map((one) => ({ ...one, ...light })))
      assert.deepEqual(alone, records)
      assert.deepEqual((await get(path, { id: 2 ** 40 })).records, [])
    })

    it(`${path}: a made-up cursor, or one of another order, is refused`, async () => {
      const page = await get(path, { limit: 1 })
      const [a, b] = list.sorts
      const bad = ['x', Buffer.from('{"s":"id.asc","v":[{}]}').toString('base64url'), page.next_cursor]
      for (const cursor of bad) {
        const sort = cursor === page.next_cursor ? [[list.defaultSort[0]?.[0] === a ? b : a, 'asc']] : [['id', 'asc']]
        assert.equal((await server.call(path, { cursor, sort }, { session: viewer(path) })).status, 422)
      }
    })

    const download = downloadOf(path)
    if (!download) continue
    it(`${path}: the CSV holds the rows of the list, in its order, with wire names as heads`, async () => {
      const all = (await get(path, { limit: 200 })).records
      const answer = await server.call(download, { format: 'csv', columns: ['id'] }, { session: viewer(path) })
      assert.equal(answer.text, `\ufeffid\r\n${all.map((row) => `${String(row['id'])}\r\n`).join('')}`)
      const whole = await server.call(download, { format: 'csv' }, { session: viewer(path) })
      assert.equal(whole.text.split('\r\n')[0], `\ufeff${Object.keys(list.columns).join(',')}`)
      assert.equal(whole.text.split('\r\n').length, all.length + 2)
    })
  }

  it('S3 no answer, download or search shows a text of another operator', async () => {
    const answers = [
      ...lists.map(([path]) => server.call(path, { limit: 200, count: true }, { session })),
      ...lists.flatMap(([path]) => {
        const download = downloadOf(path)
        return download ? [server.call(download, { format: 'csv' }, { session })] : []
      }),
      server.call('admin_vno/search/get', { text: 'CANARIO' }, { session }),
    ]
    for (const answer of await Promise.all(answers)) assert.ok(!answer.text.includes('CANARIO'))
    const all = await server.call('admin_vno/events/get', { limit: 200 }, { session: operator })
    assert.ok(all.text.includes('CANARIO-PERSONA'), 'the neutral operator sees every row')
  })

  it('S10 a technician sees own interventions only', async () => {
    const session = await makeSession(server.db, technician)
    const { records } = await get('admin_vno/events/get', { limit: 200 }, session)
    assert.equal(records.length, 7)
    assert.ok(records.every((row) => row['technical_id'] === technician.id))
  })

  it('events: a session sees the types whose area it may view', async () => {
    const privileges = { eventFinalization: { privs: { eventFinalization_view: true } } }
    const account = await makeAdmin(server.db, { vno, privileges })
    const session = await makeSession(server.db, account)
    const { records } = await get('admin_vno/events/get', { limit: 200 }, session)
    assert.ok(records.length === 7 && records.every((row) => row['type'] === 2))
    assert.deepEqual((await get('admin_vno/events/get', { filter: { type: 1 } }, session)).records, [])
  })

  it('events: free text finds by code, box and technician, accents or not', async () => {
    const [first] = (await get('admin_vno/events/get', { filter: { type: 1 }, limit: 1 })).records
    const code = String(first?.['code'])
    const { records } = await get('admin_vno/events/get', { search: code.toLowerCase() })
    assert.deepEqual(columnOf(records, 'code'), [code])
    assert.equal((await get('admin_vno/events/get', { search: 'inigo pena', count: true })).total?.value, 7)
    assert.deepEqual((await get('admin_vno/events/get', { search: '%' })).records, [])
  })

  it('ctos: with an id the faceplate comes along, figures only of own ports', async () => {
    const cto = await makeCto(db)
    for (const owner of [vno, theirs]) {
      const port = await makePort(db, { cto, state: 3, optical_state: 'online' })
      await makeAssignment(db, { vno: owner, port, rx_dbm: -21.25 })
    }
    const [box] = (await get('admin_vno/ctos/get', { id: cto.id })).records
    type Item = { own: boolean; rx_dbm: number | null; light: string }
    const items = box?.['ports'] as Item[]
    assert.deepEqual(columnsOf(items, 'own', 'rx_dbm', 'light'), [[true, -21.25, 'ok'], [false, null, 'ok']]) // prettier-ignore
    const [all] = (await get('admin_vno/ctos/get', { id: cto.id }, operator)).records
    assert.deepEqual(columnOf(all?.['ports'] as Item[], 'rx_dbm'), [-21.25, -21.25])
    assert.equal((await get('admin_vno/ctos/get', { limit: 1 })).records[0]?.['ports'], null)
  })

  it('ports: those of a box, requested beside the filters or among them', async () => {
    const [port] = (await get('admin_vno/ports/get', { limit: 1 })).records
    const cto_id = port?.['cto_id']
    const beside = (await get('admin_vno/ports/get', { cto_id, filter: { state: [1, 2, 3, 4, 5, 6] } })).records
    const { records } = await get('admin_vno/ports/get', { filter: { cto_id } })
    assert.ok(records.length > 0 && records.every((one) => one['cto_id'] === cto_id))
    assert.deepEqual(beside, records)
    const twice = { cto_id, filter: { cto_id } }
    assert.equal((await server.call('admin_vno/ports/get', twice, { session })).status, 422)
  })

  it('ctos: near finds boxes within the metres', async () => {
    const cto = await makeCto(server.db, { lat: 28.1, lon: -15.4 })
    const near = (metres: number) =>
      get('admin_vno/ctos/get', { filter: { near: { lat: 28.1009, lon: -15.4, metres } } })
    assert.deepEqual(columnOf((await near(150)).records, 'id'), [cto.id])
    assert.deepEqual((await near(50)).records, [])
  })

  it('S39 a text that a spreadsheet would run is neutralised, a number stays a number', async () => {
    const cto = await makeCto(server.db, { access_notes: '=HYPERLINK("http://evil.test")', street: 'Calle "Mayor", 1' })
    const query = { format: 'csv', filter: { id: cto.id }, columns: ['access_notes', 'address.street', 'position.lon'] }
    const { text } = await server.call('admin_vno/ctos/download', query, { session })
    assert.equal(text.split('\r\n')[1], `"'=HYPERLINK(""http://evil.test"")","Calle ""Mayor"", 1",-0.3760000`)
  })
})
