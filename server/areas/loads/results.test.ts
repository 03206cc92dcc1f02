/** What a load answers of each row: every error at once, in words, and a spreadsheet that is mended and loaded again. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import { columnOf } from '../../test/answers.ts'
import { changedSheet } from '../../test/changed-sheet.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, unique } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeCto } from '../../test/plant-factories.ts'
import { textRow, workbook } from '../../test/workbook.ts'

type What = 'inventory' | 'orders' | 'accesses' | 'technicals'
type RowAnswer = LoadAnswer['record']['results'][number]

/** `column code` of every error of a row. */
const errorsOf = (row: RowAnswer | undefined) => row?.errors?.map(({ column, code }) => `${column} ${code}`).toSorted()
/** Texts and raw values of the cells of a spreadsheet, row by row. */
async function cellsOf(sheet: Buffer): Promise<string[][]> {
  let xml = ''
  await changedSheet(sheet, (found) => (xml = found))
  return [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c[^>]*?(?:\/>|>(?:<is><t>|<v>)([^<]*))/g)].map(([, value = '']) => value),
  )
}
const orderHeads = 'orden;tipo;cto;contacto;teléfono;producto;bajada'

describe('results of a load', async () => {
  const server = closedAfter(await startTestServer({ HILO_DEMO: '0' }))
  const vno = await makeVno(server.db)
  const neutral = await makeSession(server.db, await makeOperator(server.db))
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const colleague = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const box = (await makeCto(server.db)).code

  const load = async (what: What, file: string | Buffer, query: object = {}) => {
    const files = { file: Buffer.from(file) }
    return (await server.done(`admin_vno/${what}/load`, query, what === 'inventory' ? neutral : admin, files)).record
  }
  const download = (file_id: number, session = admin) => server.call('files/download', { file_id }, { session })
  const rowOf = async (what: What, heads: string, cells: string, query: object = {}) =>
    (await load(what, `${heads}\n${cells}\n`, query)).results[0]

  it('every error of a box is reported at once: format, missing and unknown cells, by the headings of the file', async () => {
    const heads =
      'código;pon;tipo;conexión;puertos;cp;municipio;ine;provincia;latitud;longitud;divisor;metros alimentación'
    const cells = `28079-${unique().toUpperCase()};NADA-OLT/1/1/1;palmera;Fusión;7;280;Madrid;28079;Madrid;40,4;-3,7;S1;900`
    const row = await rowOf('inventory', heads, cells, { kind: 'cto' })
    assert.deepEqual(errorsOf(row), ['pon_code not_found', 'ports_total value', 'postal_code format', 'street required', 'type word']) // prettier-ignore
    const heading = Object.fromEntries(row?.errors?.map(({ column, head }) => [column, head]) ?? [])
    assert.deepEqual([heading['pon_code'], heading['postal_code'], heading['street']], ['pon', 'cp', 'calle'])
    assert.equal(row?.code, 'VALIDATION')
    for (const { column, message } of row.errors ?? []) assert.ok(row.message.includes(`${column}: ${message}`), column)
  })

  it('every kind of the network reports unknown and missing cells beside broken ones', async () => {
    const drop = await rowOf('inventory', 'matrícula;operador;acceso;puerto', `D-${unique()};NADIE;NO-1;NO-1/01`, { kind: 'drop' }) // prettier-ignore
    assert.deepEqual(errorsOf(drop), ['access_code not_found', 'connection_type required', 'port_label not_found', 'type required', 'vno_code not_found']) // prettier-ignore
    assert.equal(drop?.code, 'NOT_FOUND')
    const port = await rowOf('inventory', 'cto;número;pata;operador', 'NO-1;2;muchas;NADIE', { kind: 'port' })
    assert.deepEqual(errorsOf(port), ['cto_code not_found', 'splitter_leg number', 'vno_code not_found'])
    const beyond = await rowOf('inventory', 'cto;número;operador', `${box};32;NADIE`, { kind: 'port' })
    assert.deepEqual(errorsOf(beyond), ['number range', 'vno_code not_found'])
    const olt = await rowOf('inventory', 'código;modelo;clase óptica', `O-${unique()};;Z`, { kind: 'olt' })
    assert.deepEqual(errorsOf(olt), ['model required', 'optic_class value', 'vendor required'])
    const pon = await rowOf('inventory', 'código olt;tarjeta;puerto pon', 'NADA-OLT;x;', { kind: 'pon' })
    assert.deepEqual(errorsOf(pon), ['olt_code not_found', 'port required', 'slot number', 'tx_dbm required'])
  })

  it('so do orders, accesses and technicians, without errors that a broken cell only seems to cause', async () => {
    const order = await rowOf('orders', `${orderHeads};acceso`, `R-${unique()};alta;NO-1;Ana;12;;600;NO-2`)
    assert.deepEqual(errorsOf(order), ['access_code not_found', 'contact_phone phone', 'cto_code not_found', 'down_mbps required']) // prettier-ignore
    const alone = await rowOf('orders', orderHeads, `R-${unique()};alta;NO-1;Ana;;FTTH;`)
    assert.deepEqual([alone?.code, errorsOf(alone)], ['CTO_NOT_FOUND', ['contact_name required', 'cto_code not_found']])
    const access = await rowOf('accesses', 'puerto;ont;bajada', 'NO-1/01;XX;mil')
    assert.deepEqual(errorsOf(access), ['down_mbps number', 'drop_label required', 'ont_serial serial', 'port_label not_found']) // prettier-ignore
    const technician = await rowOf('technicals', 'nombre;código;contrata;prl', 'Ana Ruiz;;Ninguna;31/02/2027')
    assert.deepEqual(errorsOf(technician), ['contractor not_found', 'email required', 'employee_code required', 'prl_valid_until no_date']) // prettier-ignore
  })

  it('a refusal of the whole row is one error without a column', async () => {
    const row = `R-${unique()};alta;${box};;;;`
    const { results } = await load('orders', [orderHeads, row, row].join('\n'))
    assert.deepEqual(results[1]?.errors, [{ column: '', head: '', code: 'ALREADY_EXISTS', message: 'Repite la fila 2 del mismo archivo.' }]) // prettier-ignore
    assert.equal(results[0]?.errors, undefined)
  })

  it('a trial run says what would be done, and counts it so', async () => {
    const [known, fresh] = [`R-${unique()}`, `R-${unique()}`]
    await load('orders', [orderHeads, `${known};alta;${box};;;;`].join('\n'))
    const lines = [orderHeads, `${known};alta;;;;FTTH;600`, `${fresh};alta;${box};;;;`, 'X;palmera;;;;;']
    const trial = await load('orders', lines.join('\n'), { preview: true })
    assert.deepEqual(columnOf(trial.results, 'message').slice(0, 2), ['Se cambiaría.', 'Se crearía.'])
    assert.deepEqual([trial.rows_created, trial.rows_updated, trial.rows_unchanged, trial.rows_error], [1, 1, 0, 1])
    const csv = (await download(trial.result_file_id)).text
    assert.match(csv, /^\uFEFFline,ok,code,message,id\r\n2,true,"UPDATED","Se cambiaría\.",\d+\r\n3,true,"CREATED","Se crearía\.",\r\n/) // prettier-ignore
    const [, ...rows] = await cellsOf((await download(trial.sheet_file_id)).bytes)
    assert.deepEqual(rows.map(([outcome]) => outcome), ['Se cambiaría', 'Se crearía', 'Con error']) // prettier-ignore
    const done = await load('orders', lines.join('\n'))
    assert.deepEqual(columnOf(done.results, 'message').slice(0, 2), ['Actualizado.', 'Creado.'])
  })

  it('the rows come back as a spreadsheet with what happens with each; mended, it is loaded again', async () => {
    const ids = [`R-${unique()}`, `R-${unique()}`]
    const lines = [orderHeads, `${ids[0]};alta;${box};Ana;600111222;FTTH;1.000`, `${ids[1]};alta;NO-1;Luis;;;`]
    const first = await load('orders', lines.join('\n'))
    assert.deepEqual(columnOf(first.results, 'code'), ['CREATED', 'CTO_NOT_FOUND'])
    const { bytes, status } = await download(first.sheet_file_id)
    assert.equal(status, 200)
    const [head, good, bad] = await cellsOf(bytes)
    assert.deepEqual(head, ['Resultado', 'Qué pasa', ...orderHeads.split(';')])
    assert.deepEqual(good?.slice(0, 3), ['Nueva', '«bajada»: 1.000 se ha leído como 1000.', ids[0]])
    assert.deepEqual([bad?.[0], bad?.[2], bad?.[4]], ['Con error', ids[1], 'NO-1'])
    assert.equal(bad?.[1], '«cto»: no existe NO-1. «contacto»: no se puede guardar sin «teléfono»: rellena también esa columna.') // prettier-ignore
    const mended = await changedSheet(bytes, (xml) => {
      assert.match(xml, /<pane ySplit="1"[^>]*state="frozen"/)
      assert.match(xml, /<col min="2" max="2" width="60"/)
      return xml.replace('<v>NO-1</v>', `<v>${box}</v>`).replace('<v>Luis</v>', '<v/>')
    })
    const again = await load('orders', mended)
    assert.deepEqual(columnOf(again.results, 'code'), ['UNCHANGED', 'CREATED'])
    assert.deepEqual(columnOf(again.columns, 'head'), orderHeads.split(';'))
    assert.deepEqual(again.warnings, first.warnings, 'nothing is said of the columns of results')
    const [third] = await cellsOf((await download(again.sheet_file_id)).bytes)
    assert.deepEqual(third, head, 'the columns of results stand there once')
  })

  it('cells of a workbook keep their types, and those that cannot be read stay refused', async () => {
    const number = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
    const rows = [
      textRow('orden', 'tipo', 'cto', 'producto', 'bajada', 'fecha'),
      `<row>${text('RX-1')}${text('alta')}${text('NO-1')}${text('FTTH')}${number('600')}${number('46346', 1)}</row>`,
      `<row>${text('RX-2')}${text('alta')}${text(box)}<c t="e"><v>#REF!</v></c><c><f>A1</f></c><c/></row>`,
      `<row>${text('RX-3')}${number('46346', 1)}${text(box)}<c/><c/><c/>${text('de más')}</row>`,
    ]
    const first = await load('orders', await workbook({ rows: rows.join(''), styles: [0, 14] }))
    const codes = (record: LoadAnswer['record']) => record.results.map((row) => [row.code, errorsOf(row)])
    const sheet = (await download(first.sheet_file_id)).bytes
    const [, one] = await cellsOf(sheet)
    assert.deepEqual(one?.slice(6), ['600', '46346'])
    const again = await load('orders', sheet)
    assert.deepEqual(columnOf(again.results, 'ok'), [false, false, false])
    assert.deepEqual(codes(again)[0], codes(first)[0])
    assert.deepEqual(codes(again)[1], ['VALIDATION', ['down_mbps error', 'product_code error']])
    assert.deepEqual(codes(again)[2], codes(first)[2], 'a cell too many is not lost')
  })

  it('the features of a map come back as rows with their position', async () => {
    const olt = `O-${unique().toUpperCase()}`
    await load('inventory', `código;fabricante;modelo;clase óptica\n${olt};X;X;B+\n`, { kind: 'olt' })
    await load('inventory', `code;tx_dbm\n${olt}/1/7/3;4,5\n`, { kind: 'pon' })
    const properties = {
      ...{ código: `28079-${unique().toUpperCase()}`, tipo: 'poste', conexión: 'Fusión', puertos: 4, divisor: 'S1' },
      ...{ calle: 'C/ Luna', cp: '280', municipio: 'Madrid', ine: '28079', provincia: 'Madrid' },
      ...{ pon: `${olt}/1/7/3`, 'metros alimentación': 900, fid: 7 },
    }
    const geometry = { type: 'Point', coordinates: [-3.7, 40.4] }
    const first = await load('inventory', JSON.stringify({ type: 'Feature', properties, geometry }), { kind: 'cto' })
    assert.deepEqual(errorsOf(first.results[0]), ['postal_code format'])
    const { bytes } = await download(first.sheet_file_id, neutral)
    const mended = await changedSheet(bytes, (xml) => xml.replace('<v>280</v>', '<v>28001</v>'))
    const again = await load('inventory', mended, { kind: 'cto' })
    assert.deepEqual(columnOf(again.results, 'code'), ['CREATED'], JSON.stringify(again.results))
  })

  it('the rows that a person has loaded are downloaded by that person alone, for one day', async () => {
    const { sheet_file_id: id } = await load('orders', `${orderHeads}\nR-${unique()};alta;${box};Ana;600111222;;\n`)
    assert.equal((await download(id, colleague)).status, 404)
    assert.equal((await download(id, neutral)).status, 404)
    assert.equal((await download(id)).status, 200)
    const late = `update file set kept_until = now() - interval '1 second' where id = $1 and kept_until < now() + interval '25 hours'`
    assert.equal((await server.db.owner.query(late, [id])).rowCount, 1)
    assert.equal((await download(id)).status, 404)
  })
})
