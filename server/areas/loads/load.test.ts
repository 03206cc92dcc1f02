/** A network loaded from files only, without demonstration data. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import { ctoState, portState, processState } from '@hilo/domain/status.ts'
import { codeOf, columnOf, detailsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, unique } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { codes } from '../../test/load-cases.ts'
import { makeEvent } from '../../test/plant-factories.ts'

const place = 'Calle Mayor;3;28001;Madrid;28079;Madrid'

describe('inventory/load', async () => {
  let exchange = ''
  const server = closedAfter(await startTestServer({ HILO_DEMO: '0' }))
  const neutral = await makeSession(server.db, await makeOperator(server.db))
  const vno = await makeVno(server.db)
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))

  const send = async (query: object, file: string | Buffer, session = neutral) =>
    await server.call('admin_vno/inventory/load', query, { session, files: { file: Buffer.from(file) } })
  const load = (query: object, file: string | Buffer) =>
    server.done('admin_vno/inventory/load', query, neutral, { file: Buffer.from(file) })
  const told = ({ record }: LoadAnswer) => codes(record)
  const boxes = async (query: object) => (await server.done('admin_vno/ctos/get', query, admin)).records
  const boxOf = async (code: string) => (await boxes({ filter: { code } }))[0]
  const boxesHere = () => boxes({ filter: { code: { like: `28079-${exchange}` } }, limit: 200 })
  const portsOf = async (cto_id: number | undefined, more: object = {}) =>
    (await server.done('admin_vno/ports/get', { filter: { cto_id, ...more } }, admin)).records

  /** Loads an OLT with one PON in a new exchange and returns the PON's code. */
  async function trunk(): Promise<string> {
    exchange = `X${unique().toUpperCase()}`.slice(0, 12)
    const olt = `${exchange}-OLT01`
    await load({ kind: 'olt' }, `código;fabricante;modelo;clase óptica\n${olt};Huawei;MA5800;C+\n`)
    const pon = await load({ kind: 'pon' }, `code,tx_dbm\n${olt}/1/7/3,"4,5"\n`)
    assert.deepEqual(told(pon), ['2 CREATED'])
    return `${olt}/1/7/3`
  }
  const boxHeads =
    'código;pon;tipo;conexión;puertos;calle;número;cp;municipio;ine;provincia;latitud;longitud;divisor;metros alimentación'
  const box = (code: string, pon: string, ports = 8) =>
    `${code};${pon};Fachada;Preconectorizada;${ports};${place};40,4168;-3,7038;S1;1200`

  it('OLT, PON, boxes, ports and drops, as an operator sees them at once', async () => {
    const pon = await trunk()
    const [a, b] = [`28079-${exchange}-0001-01`, `28079-${exchange}-0001-02`]
    const made = await load({ kind: 'cto' }, [boxHeads, box(a, pon), box(b, pon, 4)].join('\n'))
    assert.deepEqual([made.result_flag, made.record.rows_ok], [1, 2])
    const ports = `cto;número;inventario;asignación;operador\n${a};1;3;12;${vno.external_id}\n${a};2;Defectuoso;;\n${a};3;3;10;\n${a};4;;3;\n${a};5;;2;\n`
    const loaded = await load({ kind: 'port' }, ports)
    assert.deepEqual(told(loaded), ['2 UPDATED', '3 UPDATED', '4 UNCHANGED', '5 PORT_BAD_STATE', '6 VALIDATION'])
    const dropHeads = 'matrícula;operador;puerto;tipo;conexión;longitud'
    const dropRow = `D-${exchange}-1;;${exchange}-0001-01/01;Interior;1;35`
    const drop = await load({ kind: 'drop' }, `${dropHeads}\n${dropRow}\n`)
    assert.deepEqual(told(drop), ['2 CREATED'], JSON.stringify(drop.record))

    const seen = await boxOf(a)
    assert.deepEqual([seen?.state, seen?.ports_free, seen?.ports_total], [ctoState.is.disponible, 6, 8])
    assert.equal(seen?.upstream.pon_code, pon)
    assert.equal((await boxes({ id: seen.id }))[0]?.ports?.length, 8)
    const [own, ...others] = await portsOf(seen.id, { state: 2 })
    assert.deepEqual([own?.label, own?.state, own?.drop?.code], [`${exchange}-0001-01/01`, portState.is.asignado, `D-${exchange}-1`]) // prettier-ignore
    assert.deepEqual(others, [])
    assert.equal((await portsOf(seen.id)).length, 7)
    const drops = await server.done('admin_vno/drops/get', { search: `D-${exchange}` }, admin)
    assert.equal(drops.records[0]?.vno_id, vno.id)
  })

  it('everything in one file, in any row order', async () => {
    exchange = `X${unique().toUpperCase()}`.slice(0, 12)
    const heads = ['clase', 'código', 'fabricante', 'modelo', 'optic_class', 'tx_dbm', ...boxHeads.split(';').slice(1)]
    const row = (values: Record<string, string>) => heads.map((head) => values[head] ?? '').join(';')
    const named = boxHeads.split(';')
    const cells = box(`28079-${exchange}-0001-01`, `${exchange}-OLT1/1/0/1`, 4).split(';')
    const cto = Object.fromEntries(named.map((head, i) => [head, cells[i] ?? '']))
    const olt = { clase: 'olt', fabricante: 'ZTE', modelo: 'C320', optic_class: 'B+' }
    const rows = [
      row({ ...cto, clase: 'CTO' }),
      row({ clase: 'pon', código: `${exchange}-OLT1/1/0/1`, tx_dbm: '3' }),
      row({ ...olt, código: `${exchange}-OLT1` }),
      row({ clase: 'armario', código: 'A1' }),
      row({ ...olt, código: `${exchange}-OLT2`, tipo: 'poste' }),
    ]
    const answer = await load({}, [heads.join(';'), ...rows].join('\n'))
    assert.deepEqual(told(answer), ['2 CREATED', '3 CREATED', '4 CREATED', '5 VALIDATION', '6 VALIDATION'])
  })

  it('a bad row affects no other, and each has its reason', async () => {
    const pon = await trunk()
    const good = `28079-${exchange}-0001-01`
    const rows = [
      box(good, pon),
      box(`28079-${exchange}-0001-02`, 'NADA-OLT/1/1/1'),
      box(`28079-${exchange}-0001-03`, pon, 7),
      box(good, pon, 4),
      box(`28079-${exchange}-0001-04`, pon).replace('40,4168;-3,7038', '-3,7038;40,4168'),
      box(`28079-${exchange}-0001-05`, pon).replace('28001', '280'),
      `28079-${exchange}-0001-06;${pon};;;;;;;;;;;;;`,
    ]
    const { record, result_flag } = await load({ kind: 'cto' }, [boxHeads, ...rows].join('\n'))
    assert.equal(result_flag, 1)
    assert.deepEqual(columnOf(record.results, 'ok'), [true, false, false, false, true, false, false])
    assert.deepEqual(columnOf(record.results, 'code'), ['CREATED', 'NOT_FOUND', 'VALIDATION', 'ALREADY_EXISTS', 'CREATED', 'VALIDATION', 'VALIDATION']) // prettier-ignore
    assert.match(record.results[4]?.message ?? '', /latitud y longitud están cambiadas: ¿40,4168 y -3,7038\?/)
    assert.match(record.results[2]?.message ?? '', /ports_total/)
    const beyond = await load({ kind: 'port' }, `cto_code,number\n${good},9\n${good}X,1\n`)
    assert.deepEqual([beyond.result_flag, ...told(beyond)], [2, '2 VALIDATION', '3 NOT_FOUND'])
  })

  it('stores the result of every row as a file without spreadsheet formulas', async () => {
    const { record } = await load({ kind: 'olt' }, 'code,vendor,model,optic_class\n=1+1,V,M,B+\n')
    const file = await server.call('files/download', { file_id: record.result_file_id }, { session: neutral })
    assert.equal(file.status, 200)
    const [head, line] = file.bytes.toString('utf8').split('\r\n')
    assert.equal(head, '\uFEFFline,ok,code,message,id')
    assert.match(line ?? '', /^2,false,"VALIDATION",/)
    const foreign = await server.call('files/download', { file_id: record.result_file_id }, { session: admin })
    assert.equal(foreign.status, 404)
  })

  it('the same file again changes nothing and reports so; a changed value changes only its row', async () => {
    const pon = await trunk()
    const file = [boxHeads, box(`28079-${exchange}-0001-01`, pon), box(`28079-${exchange}-0001-02`, pon)].join('\n')
    await load({ kind: 'cto' }, file)
    const versions = async () => columnOf(await boxesHere(), 'version')
    const first = await versions()
    assert.deepEqual(told(await load({ kind: 'cto' }, file)), ['2 UNCHANGED', '3 UNCHANGED'])
    assert.deepEqual(await versions(), first)
    const changed = await load({ kind: 'cto' }, `code;conditions\n28079-${exchange}-0001-02;997 998\n`)
    assert.deepEqual(told(changed), ['2 UPDATED'])
    const [one, other] = await boxesHere()
    assert.deepEqual([one?.version, other && columnOf(other.conditions, 'code')], [first[0], [997, 998]])
  })

  it('a preview checks everything and changes nothing', async () => {
    const pon = await trunk()
    const file = [boxHeads, box(`28079-${exchange}-0001-01`, pon), box('x', pon)].join('\n')
    const tried = await load({ kind: 'cto', preview: true }, file)
    assert.deepEqual(told(tried), ['2 CREATED', '3 VALIDATION'])
    assert.equal(tried.record.results[0]?.id, undefined)
    assert.deepEqual(await boxesHere(), [])
    assert.equal((await load({ kind: 'cto' }, file)).record.rows_ok, 1)
  })

  it('a box taken out of service or grown changes its ports and its state', async () => {
    const pon = await trunk()
    const code = `28079-${exchange}-0001-01`
    await load({ kind: 'cto' }, [boxHeads, box(code, pon, 4)].join('\n'))
    const seen = () => boxOf(code)
    await load({ kind: 'cto' }, `code,ports_total,instalada\n${code},8,no\n`)
    assert.deepEqual([(await seen())?.state, (await seen())?.ports_free], [ctoState.is.no_instalada, 0])
    await load({ kind: 'cto' }, `code,instalada\n${code},sí\n`)
    assert.deepEqual([(await seen())?.state, (await seen())?.ports_free], [ctoState.is.disponible, 8])
    await load({ kind: 'port' }, `cto_code,number,assignment_status,vno_code\n${code},8,2,${vno.external_id}\n`)
    const smaller = await load({ kind: 'cto' }, `code,ports_total\n${code},4\n`)
    assert.deepEqual(told(smaller), ['2 IN_USE'])
    assert.equal((await seen())?.ports_total, 8)
  })

  it('a position that work of long ago is about does not vanish with the size of its box', async () => {
    const pon = await trunk()
    const code = `28079-${exchange}-0002-01`
    await load({ kind: 'cto' }, [boxHeads, box(code, pon, 8)].join('\n'))
    const cto = await boxOf(code)
    assert.ok(cto)
    const last = 'select max(id) as id from port where cto_id = $1'
    const { rows } = await server.db.owner.query<{ id: number }>(last, [cto.id])
    await makeEvent(server.db, { vno, cto, port_id: rows[0]?.id, process_state: processState.is.finalized })
    assert.deepEqual(told(await load({ kind: 'cto' }, `code,ports_total\n${code},4\n`)), ['2 IN_USE'])
    const edited = await server.call('admin_vno/ctos/edit', { id: cto.id, ports_total: 4 }, { session: neutral })
    assert.deepEqual([edited.status, codeOf(edited)], [409, 'IN_USE'])
  })

  it('the whole file is refused if it is no table or has unknown columns', async () => {
    const bad = [
      ['code,colour\nA1,red\n', 'colour'],
      ['vendor,model\nA,B\n', 'code'],
      ['code,código\nA1,A1\n', 'código'],
      ['', 'file'],
      [Buffer.from([0, 1, 2]), 'file'],
      ['code\n', 'file'],
    ] as const
    for (const [file, field] of bad) {
      const answer = await send({ kind: 'olt' }, file)
      assert.deepEqual([answer.status, detailsOf(answer)[0]?.field], [422, field])
    }
  })

  it('only for the neutral operator, whatever the privileges of others', async () => {
    const privileges = { cto: { privs: { cto_create: true } } }
    const strong = await makeSession(server.db, await makeAdmin(server.db, { vno, privileges }))
    const answer = await send({ kind: 'olt' }, 'code\nA1\n', strong)
    assert.deepEqual([answer.status, codeOf(answer)], [403, 'PRIVILEGE_DENIED'])
  })

  it('two loads of the same boxes at once leave each box once', async () => {
    const pon = await trunk()
    const numbers = Array.from({ length: 20 }, (_, i) => String(i).padStart(2, '0'))
    const file = [boxHeads, ...numbers.map((number) => box(`28079-${exchange}-0001-${number}`, pon, 4))].join('\n')
    await Promise.all([load({ kind: 'cto' }, file), load({ kind: 'cto' }, file)])
    const found = await boxesHere()
    assert.deepEqual([found.length, found.every(({ ports_free }) => ports_free === 4)], [20, true])
  })
})
