/** Spelling: natural order, name search, and invisible characters. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Path } from '@hilo/contract/index.ts'
import { compareNatural, foldName } from '@hilo/domain/text.ts'
import fc from 'fast-check'
import { columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeCto } from '../../test/plant-factories.ts'
import { makeRole } from '../../test/rights-factories.ts'

interface Body {
  records: Record<string, unknown>[]
  record: Record<string, unknown>
  next_cursor: string | null
  error?: string
}

describe('spelling', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const neutral = await makeSession(server.db, await makeOperator(server.db))

  const call = async (path: Path, query: object, as = session) => {
    const { status, body, text } = await server.call(path, query, { session: as })
    return { status, text, ...(body as Body) }
  }
  const walk = async (path: Path, field: string, query: object, as = session) => {
    const found: unknown[] = []
    let cursor: string | null = null
    do {
      const page: Body & { text: string } = await call(path, { ...query, limit: 2, ...(cursor && { cursor }) }, as)
      assert.ok(page.records, page.text)
      found.push(...page.records.map((row) => row[field]))
      cursor = page.next_cursor
    } while (cursor)
    return found
  }

  it('codes are in the order of their numbers, page by page and in a download', async () => {
    const numbers = ['1', '2', '9', '10', '11', '100']
    for (const number of numbers.toSorted())
      await makeCto(server.db, { code: `28079-NAT-${number}`, label: `NAT-${number}` })
    const expected = numbers.map((number) => `28079-NAT-${number}`)
    const filter = { code: { like: '28079-NAT-' } }
    assert.deepEqual(await walk('admin_vno/ctos/get', 'code', { filter, sort: [['code', 'asc']] }), expected)
    const falling = await walk('admin_vno/ctos/get', 'code', { filter, sort: [['code', 'desc']] })
    assert.deepEqual(falling, expected.toReversed())
    const query = { format: 'csv', columns: ['code'], filter, sort: [['code', 'asc']] }
    const { text } = await server.call('admin_vno/ctos/download', query, { session })
    assert.deepEqual(text.replaceAll('"', '').trim().split('\r\n').slice(1), expected)
  })

  it('a prefix still matches its characters, in any order', async () => {
    const query = { filter: { code: { like: '28079-NAT-1' } }, sort: [['code', 'asc']] }
    const found = await walk('admin_vno/ctos/get', 'code', query)
    assert.deepEqual(found, ['28079-NAT-1', '28079-NAT-10', '28079-NAT-11', '28079-NAT-100'])
  })

  it('ñ follows n, and accents do not part a name from its like', async () => {
    const names = ['Nunez', 'Núñez', 'Nuño', 'Nuzez', 'Equipo 2', 'Equipo 10', 'Ñandú', 'Álamo', 'Zorita']
    const other = await makeVno(server.db)
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno: other }))
    for (const name of names) await call('admin_vno/contractors/create', { name: `${name} SL` }, admin)
    const found = await walk('admin_vno/contractors/get', 'name', { sort: [['name', 'asc']] }, admin)
    const expected = ['Álamo', 'Equipo 2', 'Equipo 10', 'Nunez', 'Núñez', 'Nuño', 'Nuzez', 'Ñandú', 'Zorita']
    assert.deepEqual(found, expected.map((name) => `${name} SL`)) // prettier-ignore
  })

  it('a name is found with any apostrophe, accents, ñ and blanks', async () => {
    await makeTechnician(server.db, { vno, name: "Begoña O'Donnell  Peña" })
    const surnames = ['o’donnell', 'O‘DONNELL', 'o´donnell', "O'Donnell", 'donnell\u00a0peña', 'pena']
    const typed = [...surnames, 'begona', 'BEGOÑA', 'Begon\u0303a', 'Bego\u200bña']
    for (const search of typed) {
      const { records } = await call('admin_vno/technicals/get', { search })
      assert.deepEqual(columnOf(records, 'name'), ["Begoña O'Donnell  Peña"], search)
      const all = await call('admin_vno/search/get', { text: search })
      const isFound = all.records.some(({ kind }) => kind === 'person')
      assert.ok(isFound, `Ctrl+K ${search}`)
    }
  })

  it('a name that differs in invisible characters is the same name', async () => {
    await makeRole(server.db, vno, {}, { name: 'Señal de campo' })
    const marked = ['Sen\u0303al de campo', 'Señal\u200b de campo', '\u202eSeñal de campo', 'Señal\u00a0de campo']
    const again = ['Señal de campo', 'SEÑAL  DE CAMPO', 'Señal de\ncampo', ...marked]
    const role = { scope: 'vno', base: 'vno', privileges: {} }
    for (const name of again) {
      const made = await call('admin_vno/roles/create', { name, ...role })
      assert.equal(made.error, 'ALREADY_EXISTS', `${JSON.stringify(name)} ${made.text}`)
    }
    const other = await call('admin_vno/roles/create', { name: 'Senal de campo', ...role })
    assert.equal(other.status, 200, 'n is another letter')
  })

  it('a text keeps no invisible characters, and a name only one line', async () => {
    const made = await call('admin_vno/contractors/create', { name: ' Obras\u202e del\r\n Sur\u200b\u0007 ' })
    assert.equal(made.record['name'], 'Obras del Sur')
    const version = (await call('admin_vno/vno/get', { id: vno.id })).records[0]?.['version']
    const edit = { id: vno.id, version, description: 'uno\r\ndos\u2066' }
    const edited = await call('admin_vno/vno/edit', edit, neutral)
    assert.equal(edited.record['description'], 'uno\ndos', edited.text)
  })

  it('the database folds and orders names as the application does', async () => {
    const letters = fc.constantFrom(...'aábcçeénñoóuüzAÁÑÜZ019 -_.,\'’‘´`"“«–—−\t\u00a0\u200b\u202e\u0303\u0301ßøłº')
    const names = fc.sample(
      fc.array(letters, { maxLength: 12 }).map((parts) => parts.join('')),
      3000,
    )
    const { rows } = await server.db.owner.query<{ folded: string }>(
      'select fold_name(x) as folded from unnest($1::text[]) with ordinality t(x, o) order by o',
      [names],
    )
    assert.deepEqual(columnOf(rows, 'folded'), names.map(foldName))
    const codes = [...new Set(names.map((name) => foldName(name).replace(/[^a-zñ0-9-]/g, '')))]
    const sorted = await server.db.owner.query<{ code: string }>(
      'select code from unnest($1::text[]) code order by code collate natural_es, code',
      [codes],
    )
    for (const [at, { code }] of sorted.rows.entries()) {
      const next = sorted.rows[at + 1]?.code
      if (next !== undefined) assert.ok(compareNatural(code, next) <= 0, `${code} before ${next}`)
    }
  })
})
