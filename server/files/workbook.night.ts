/** The product's workbooks in the programs that people have: each reads the same cells. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import { makeAdmin, makeSession, makeVno } from '../test/factories.ts'
import { startTestServer } from '../test/harness.ts'
import { cellsIn, installPackages, isInstalled, sheetPrograms } from '../test/sheet-programs.ts'

const text = 'C/ Peña, 1º «bajo»'
const columns = ['external_order_id', 'access.code', 'kind', 'state']
const list = [
  ['Orden del operador', 'Acceso', 'Tipo', 'Estado'],
  [text, '', 'Avería', 'Recibida'],
  ['007', '', 'Alta', 'Recibida'],
]
const heads = ['orden', 'cto', 'tipo', 'calle']
const loaded = [
  ['A-10', '', 'averia', text],
  ['007', '', 'alta', ''],
  ['A-9', '', 'ñu', ''],
]
/** A program may leave out the empty cells at the end of a row. */
const filled = (rows: string[][]) => rows.map((cells) => cells.join('\t').trimEnd())

describe('a workbook in another program', async () => {
  const inFolder = (name: string) => join(folder, `${name}.xlsx`)
  const folder = await mkdtemp(join(tmpdir(), 'hilo-programs-'))
  installPackages(folder)
  const server = await startTestServer()
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno: await makeVno(server.db) }))
  const file = Buffer.from([heads, ...loaded].map((cells) => `${cells.join(';')}\r\n`).join(''))
  const load = await server.call('admin_vno/orders/load', {}, { session, files: { file } })
  const { rows_ok, sheet_file_id: file_id } = (load.body as LoadAnswer).record
  assert.equal(rows_ok, 2, load.text)
  const renamed = `update service_order set external_order_id = $1 where external_order_id = 'A-10'`
  await server.db.owner.query(renamed, [text])
  const asked = { format: 'xlsx', columns, sort: [['id', 'asc']] }
  for (const [name, answer] of [
    ['list', await server.call('admin_vno/orders/download', asked, { session })],
    ['results', await server.call('files/download', { file_id }, { session })],
  ] as const) {
    assert.equal(answer.status, 200, answer.text)
    await writeFile(inFolder(name), answer.bytes)
  }
  after(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  for (const program of sheetPrograms)
    it(`${program.name} reads every cell of a list and of the results of a load`, async (t) => {
      if (!isInstalled(program, folder)) return t.skip(`en este equipo falta ${program.name} (${program.from})`)
      assert.deepEqual(filled(await cellsIn(program, inFolder('list'), folder)), filled(list))
      const results = await cellsIn(program, inFolder('results'), folder)
      const outcomes = results.map(([outcome]) => outcome)
      assert.deepEqual(outcomes, ['Resultado', 'Nueva', 'Nueva', 'Con error'])
      assert.deepEqual(filled(results.map((cells) => cells.slice(2))), filled([heads, ...loaded]))
      assert.match(results[3]?.[1] ?? '', /^«tipo»: «ñu» no es ninguno/)
    })
})
