/** Technicians loaded from a table: preview, row by row, repeated. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import { columnOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { insert, makeAdmin, makeSession, makeVno, unique } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'

const heads = 'Código empleado;Nombre;Correo;Contrata;PRL;Habilidades;Zonas'

describe('technicians by a table', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  await insert(server.db, 'contractor', { vno_id: vno.id, name: 'Jarama Instalaciones' })
  await insert(server.db, 'contractor', { vno_id: (await makeVno(server.db)).id, name: 'Ajena' })

  const load = async (rows: readonly string[], query: object = {}) => {
    const files = { file: Buffer.from([heads, ...rows].join('\n')) }
    return (await server.done('admin_vno/technicals/load', query, session, files)).record
  }
  const count = async (table: string) => (await server.db.owner.query(`select 1 from ${table}`)).rowCount
  const codes = ({ results }: LoadAnswer['record']) => columnOf(results, 'code')

  it('a preview reports and changes nothing; then each row is applied, and again changes nothing', async () => {
    const word = unique().toLowerCase()
    const rows = [
      `a${word};Ana Ruiz;ana.${word}@prueba.test;jarama instalaciones;31/03/2027;Fusión, altura;46250,28079`,
      `b${word};Íñigo Peña;inigo.${word}@prueba.test;;;;`,
    ]
    const before = [await count('technical_account'), await count('mail')]
    const trial = await load(rows, { preview: true })
    assert.deepEqual([codes(trial), trial.rows_ok], [['CREATED', 'CREATED'], 2])
    assert.deepEqual([await count('technical_account'), await count('mail')], before)
    const done = await load(rows)
    assert.deepEqual(codes(done), ['CREATED', 'CREATED'])
    const [ana] = (await server.done('admin_vno/technicals/get', { id: done.results[0]?.id }, session)).records
    assert.deepEqual(
      [ana?.employee_code, ana?.contractor?.name, ana?.prl_valid_until, ana?.skills, ana?.zones, ana?.status],
      [`A${word.toUpperCase()}`, 'Jarama Instalaciones', '2027-03-31', ['fusion', 'altura'], ['46250', '28079'], 1],
    )
    assert.deepEqual(codes(await load(rows)), ['UNCHANGED', 'UNCHANGED'])
    const changed = [rows[0]?.replace('Ana Ruiz', 'Ana Ruiz Gil') ?? '', rows[1] ?? '']
    assert.deepEqual(codes(await load(changed)), ['UPDATED', 'UNCHANGED'])
    const { rows: told } = await server.db.owner.query<{ done: string }>(
      `select after->>'done' as done from audit where entity = 'technical_account' and entity_id = $1 order by id`,
      [String(done.results[0]?.id)],
    )
    assert.deepEqual(columnOf(told, 'done'), ['created', 'updated'])
    assert.equal(await count('mail'), (before[1] ?? 0) + 2)
  })

  it('a number without its leading zeros is the person with the same address, and nobody else', async () => {
    const word = unique().toLowerCase()
    const row = (code: string, address: string) => `${code};Ana Ruiz;${address}.${word}@prueba.test;;;;`
    const [made] = (await load([row('0042', 'ana')])).results
    const again = await load([row('42', 'ana'), row('042', 'otra')])
    assert.deepEqual([codes(again), again.results[0]?.id], [['UNCHANGED', 'CREATED'], made?.id])
    assert.ok(again.warnings.some(({ column, code }) => column === 'employee_code' && code === 'zeros'))
  })

  for (const format of ['xlsx', 'csv'] as const)
    it(`the download as ${format} is loaded again: unchanged rows change nothing, edited ones do`, async () => {
      const operator = await makeVno(server.db)
      const admin = await makeSession(server.db, await makeAdmin(server.db, { vno: operator }))
      const word = unique().toLowerCase()
      const made = `r${word};Eva Mora;eva.${word}@prueba.test;;31/03/2027;Fusión, altura;46250,28079`
      const phone = { 'tel\u00e9fono': '+34600111222' }
      const first = Buffer.from([`${heads};${Object.keys(phone)[0]}`, `${made};${phone['tel\u00e9fono']}`].join('\n'))
      const take = async (file: Buffer) =>
        codes((await server.done('admin_vno/technicals/load', {}, admin, { file })).record)
      assert.deepEqual(await take(first), ['CREATED'])
      const file = async () => {
        const whole = await server.call('admin_vno/technicals/download', { format }, { session: admin })
        assert.equal(whole.status, 200, whole.text)
        return whole.bytes
      }
      assert.deepEqual(await take(await file()), ['UNCHANGED'])
      await server.db.owner.query(
        `update technical_account set skills = '{fusion}', prl_valid_until = '2028-01-01' where vno_id = $1`,
        [operator.id],
      )
      const changed = await file()
      assert.deepEqual(await take(first), ['UPDATED'])
      assert.deepEqual(await take(changed), ['UPDATED'])
    })

  it('each bad row is reported with its reason and stops no other', async () => {
    const word = unique().toLowerCase()
    const told = await load([
      `c${word};Bien;bien.${word}@prueba.test;;;;`,
      `d${word};Mal;sin-arroba;;;;`,
      `e${word};Mal;ajena.${word}@prueba.test;Ajena;;;`,
      `c${word};Dos veces;dos.${word}@prueba.test;;;;`,
      `f${word};Misma dirección;bien.${word}@prueba.test;;;;`,
      `g${word};Bien;tambien.${word}@prueba.test;;;;`,
    ])
    assert.deepEqual(codes(told), ['CREATED', 'VALIDATION', 'NOT_FOUND', 'ALREADY_EXISTS', 'ALREADY_EXISTS', 'CREATED'])
    assert.deepEqual([told.rows_total, told.rows_ok, told.rows_error], [6, 2, 4])
    assert.deepEqual(codes(await load([`c${word};Bien;otra.${word}@prueba.test;;;;`])), ['VALIDATION'])
  })

  it('a session that may add but not edit is refused on rows that change', async () => {
    const word = unique().toLowerCase()
    const row = `h${word};Ana;h.${word}@prueba.test;;;;`
    await load([row])
    const privileges = { technician: { privs: { technician_create: true } } }
    const adder = await makeSession(server.db, await makeAdmin(server.db, { vno, privileges }))
    const files = { file: Buffer.from([heads, row.replace('Ana', 'Eva')].join('\n')) }
    const { record } = await server.done('admin_vno/technicals/load', {}, adder, files)
    assert.deepEqual(codes(record), ['PRIVILEGE_DENIED'])
  })
})
