/** `fields` of every list call: only what was asked for is read and sent. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contract, type PathOf } from '@hilo/contract/index.ts'
import type { ListSpec } from '@hilo/contract/call.ts'
import { fieldPaths } from '@hilo/contract/record-fields.ts'
import { columnsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { neutralOnly } from '../../test/inputs/index.ts'
import { makeListRows } from '../../test/list-rows.ts'
import { makeAssignment, makeCase, makeEvent } from '../../test/plant-factories.ts'
import { sources } from '../../http/calls.ts'
import { listStatement } from './list.ts'
import { everywhere } from './list-source.ts'
import { neededJoins } from './needed-joins.ts'

type ListPath = PathOf<'list'>
type Row = Record<string, unknown>
const lists = (Object.entries(contract) as [ListPath, ListSpec][]).filter(([, spec]) => spec.kind === 'list')

/** The part of a whole record that a request for these fields answers. */
function partOf(record: Row, fields: readonly string[]): Row {
  const wanted = ['id', ...fields]
  const entries = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    if (wanted.includes(name)) return [[name, value]]
    const parts = wanted.flatMap((one) => (one.startsWith(`${name}.`) ? [one.slice(name.length + 1)] : []))
    if (parts.length === 0) return []
    return [[name, value === null ? null : Object.fromEntries(parts.map((part) => [part, (value as Row)[part]]))]]
  })
  return Object.fromEntries(entries)
}

describe('fields of a list call', async () => {
  const server = closedAfter(await startTestServer())
  const { db } = server
  const [vno, theirs] = [await makeVno(db), await makeVno(db)]
  const [admin, technician] = [await makeAdmin(db, { vno }), await makeTechnician(db, { vno })]
  const session = await makeSession(db, admin)
  const operator = await makeSession(db, await makeOperator(db))
  await makeAssignment(db, { vno, rx_dbm: -18 })
  await makeEvent(db, { technician, process_state: 5 })
  await makeCase(db, { owner: vno, worker: theirs })
  await makeListRows(db, { vno, admin, technician, theirs })

  const ask = async (path: ListPath, query: object) => {
    const viewer = neutralOnly.has(path) ? operator : session
    const answer = await server.call(path, query, { session: viewer })
    assert.equal(answer.status, 200, answer.text)
    return answer.body as { records: Row[]; next_cursor: string | null; total?: object }
  }

  for (const [path, { list }] of lists) {
    it(`${path}: each field alone, or a part of it, comes with the id and nothing else`, async () => {
      const whole = await ask(path, { limit: 5 })
      assert.ok(whole.records.length > 0)
      for (const name of fieldPaths(list.record)) {
        const part = await ask(path, { limit: 5, fields: [name] })
        assert.deepEqual(
          part.records,
          whole.records.map((record) => partOf(record, [name])),
          name,
        )
        assert.equal(part.next_cursor, whole.next_cursor, name)
      }
    })

    it(`${path}: a name that the record does not have is refused, and said which`, async () => {
      const viewer = neutralOnly.has(path) ? operator : session
      const answer = await server.call(path, { fields: ['id', 'nonsense'] }, { session: viewer })
      assert.equal(answer.status, 422)
      const { details } = answer.body as { details: { field: string; message: string }[] }
      assert.deepEqual(columnsOf(details, 'field', 'message'), [['fields.1', 'Este campo no existe.']])
    })
  }

  it('several fields come together in any order; a field wins over its parts', async () => {
    const path = 'admin_vno/events/get'
    const { records } = await ask(path, { limit: 5 })
    const asked = ['technical.name', 'neighbours.verdict', 'cto', 'cto.code', 'code', 'neighbours.items']
    const expected = records.map((record) => partOf(record, asked))
    assert.deepEqual((await ask(path, { limit: 5, fields: asked })).records, expected)
    assert.deepEqual((await ask(path, { limit: 5, fields: asked.toReversed() })).records, expected)
  })

  it('a field that a page leaves null comes with the id alone', async () => {
    const path = 'admin_vno/events/get'
    const [first] = (await ask(path, { limit: 1, fields: ['steps'] })).records
    assert.deepEqual(first, { id: first?.['id'], steps: null })
    const [alone] = (await ask(path, { id: first?.['id'], fields: ['steps'] })).records
    assert.ok(Array.isArray(alone?.['steps']))
  })

  it('a total is the same whatever the fields', async () => {
    const { total } = await ask('admin_vno/events/get', { count: true })
    assert.deepEqual((await ask('admin_vno/events/get', { count: true, fields: ['code'] })).total, total)
  })

  it('a download has columns, no fields', async () => {
    assert.equal((await server.call('admin_vno/events/download', { fields: ['code'] }, { session })).status, 422)
  })

  it('a list whose handler answers all of it sends the asked fields too', async () => {
    const path = 'admin_vno/sessions/get'
    const [whole, part] = await Promise.all(
      [{}, { fields: ['id'] }].map(
        async (query) => (await server.call(path, query, { session })).body as { records: Row[] },
      ),
    )
    assert.ok(whole && part && whole.records.length > 0)
    assert.deepEqual(
      part.records,
      whole.records.map(({ id }) => ({ id })),
    )
  })

  it('a statement neither reads nor joins what nobody asked for', () => {
    const path = 'admin_vno/events/get'
    const viewer = { ...everywhere, eventTypes: null }
    const text = (fields?: string[]) =>
      listStatement(sources[path], contract[path].list, viewer, fields ? { fields } : {}, false).text
    assert.match(text(), /left join contractor n .* left join app_user u /s)
    const light = text(['code', 'technical.name'])
    assert.match(light, /left join technical_account t .*left join app_user u /s)
    for (const left of ['left join contractor', 'left join service_order', 'neighbour_items', 'left join event parent'])
      assert.ok(!light.includes(left), left)
  })

  it('only left joins are left out, and a join that another one needs stays', () => {
    const joins = `join a on a.id = k.id left join lateral (select x.id from x join y on y.id = x.id) b on true
      left join c on c.id = b.id left join d e on e.id = a.id`
    const aliased = joins.replace('join a on', 'join a a on').replace('join c on', 'join c c on')
    assert.equal(neededJoins(aliased, 'e.name'), 'join a a on a.id = k.id left join d e on e.id = a.id')
    assert.match(neededJoins(aliased, 'c.name'), /^join a a .* b on true\s+left join c c on c.id = b.id$/s)
  })
})
