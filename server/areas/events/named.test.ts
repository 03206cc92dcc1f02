/** Records named by a new intervention are looked up by id: row-level security keeps some conditions out of an index. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { roleUrl } from '../../db/roles.ts'
import { startTestDatabase } from '../../test/database.ts'
import { named } from './queries.ts'

interface PlanNode {
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

function nodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodes)]
}

describe('records named by an intervention', async () => {
  const db = await startTestDatabase()
  const app = new pg.Client({ connectionString: roleUrl(db.ownerUrl, 'hilo_app') })
  await app.connect()
  after(async () => {
    await app.end()
    await db.close()
  })

  for (const [table, names] of [
    ['access', 'null, null, null, 1, 5, null, null'],
    ['port', 'null, null, null, 1, null, 5, null'],
    ['service_order', 'null, null, null, 1, null, null, 5'],
    ['technical_account', '5, null, 5, 1, null, null, null'],
    ['cto', '5, null, null, 1, null, null, null'],
  ]) {
    it(`reads one row of ${table}, however many the operator has`, async () => {
      await app.query(
        `begin; set local app.scope = 'vno'; set local app.vno_id = '1'; set local enable_seqscan = off;
         prepare named as ${named}`,
      )
      const { rows } = await app.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (format json) execute named(${names})`,
      )
      await app.query('rollback; deallocate named')
      const [first] = rows[0]?.['QUERY PLAN'] ?? []
      assert.ok(first)
      const read = nodes(first.Plan).filter((node) => node['Relation Name'] === table)
      assert.ok(read.length > 0)
      for (const node of read) assert.match(node['Index Cond'] ?? '', /\b(id|code|access_id) = /)
    })
  }
})
