/** Downloads longer than the first batch: complete, in order, without duplicates. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readXlsx } from '../../load/xlsx.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, makeVno, type TestSession, type Vno } from '../../test/factories.ts'
import { freePort } from '../../test/free-port.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeCto } from '../../test/plant-factories.ts'

const orders = 'admin_vno/orders/download'
const ports = 'admin_vno/ports/download'

describe('a download that is made in two', async () => {
  const server = closedAfter(await startTestServer({ PORT: await freePort() }))

  const enter = async (): Promise<{ vno: Vno; session: TestSession }> => {
    const vno = await makeVno(server.db)
    return { vno, session: await makeSession(server.db, await makeAdmin(server.db, { vno })) }
  }
  /** Like a bulk load: hundreds with the same creation time, ordered by id only. */
  const fill = async (vno: Vno, count: number): Promise<number[]> => {
    const { rows } = await server.db.owner.query<{ id: number }>(
      `with made as (
         insert into service_order (code, external_order_id, vno_id, kind, state, created_at)
         select 'D' || $1::int || '-' || n, n::text, $1, 'alta', 'recibida', now() - (n / 700) * interval '1 minute'
           from generate_series(1, $2::int) n returning id, created_at)
       select id from made order by created_at desc, id desc`,
      [vno.id, count],
    )
    return rows.map(({ id }) => id)
  }
  const ids = (csv: string) => csv.trim().split('\r\n').slice(1).map(Number)

  for (const count of [0, 999, 1000, 1001, 3500])
    it(`contains each of ${count} rows once, in the requested order`, async () => {
      const { vno, session } = await enter()
      const expected = await fill(vno, count)
      const query = { columns: ['id'], sort: [['created_at', 'desc']] }
      const csv = await server.call(orders, { format: 'csv', ...query }, { session })
      assert.deepEqual(ids(csv.text), expected)
      const back = await server.call(
        orders,
        { format: 'csv', columns: ['id'], sort: [['created_at', 'asc']] },
        { session },
      )
      assert.deepEqual(ids(back.text), expected.toReversed())
    })

  it('is not made in two for lines within its texts', async () => {
    const { vno, session } = await enter()
    await fill(vno, 600)
    const several = `update service_order set external_order_id = E'uno\\ndos\\ntres' || id where vno_id = $1`
    await server.db.owner.query(several, [vno.id])
    const columns = ['id', 'external_order_id']
    const { text } = await server.call(orders, { format: 'csv', columns, sort: [['id', 'asc']] }, { session })
    assert.equal([...text.matchAll(/^(\d+),"uno\r?\ndos\r?\ntres\1"\r$/gm)].length, 600)
  })

  it('holds a spreadsheet’s rows as well', async () => {
    const { vno, session } = await enter()
    const expected = await fill(vno, 2500)
    const query = { columns: ['id'], sort: [['created_at', 'desc']] }
    const answer = await server.call(orders, { format: 'xlsx', ...query }, { session })
    const folder = await mkdtemp(join(tmpdir(), 'hilo-download-'))
    try {
      await writeFile(join(folder, 'orders.xlsx'), answer.bytes)
      const seen: number[] = []
      const { rows } = await readXlsx(join(folder, 'orders.xlsx'))
      for await (const { values } of rows) seen.push(...Object.values(values).map(Number))
      assert.deepEqual(seen, expected)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('puts one’s own ports and free ones in one order', async () => {
    const { vno, session } = await enter()
    const boxes = await Promise.all(Array.from({ length: 80 }, () => makeCto(server.db)))
    await server.db.owner.query(
      `with made as (
         insert into port (cto_id, number, label, state, inventory_status, assignment_status, splitter_leg, optical_state)
         select c.id, n, c.label || '/' || lpad(n::text, 2, '0'), case n % 2 when 0 then 1 else 3 end, 1, case n % 2 when 0 then 1 else 3 end,
           n, 'unknown' from unnest($1::bigint[]) b join cto c on c.id = b, generate_series(1, 16) n returning *)
       insert into port_assignment (port_id, vno_id, cto_id, label, state, assignment_status, inventory_status)
       select id, $2, cto_id, label, state, assignment_status, inventory_status from made where state = 3`,
      [boxes.map(({ id }) => id), vno.id],
    )
    const { rows } = await server.db.owner.query<{ label: string }>(
      'select label from port order by label collate natural_es, id',
    )
    assert.equal(rows.length, 1280)
    const query = { columns: ['label'], sort: [['label', 'asc']] }
    const { text } = await server.call(ports, { format: 'csv', ...query }, { session })
    assert.deepEqual(
      text.trim().split('\r\n').slice(1),
      rows.map(({ label }) => label),
    )
  })
})
