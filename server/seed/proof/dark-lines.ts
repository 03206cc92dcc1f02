import type { Tx } from '../../kernel/sql/scope.ts'
import { makeLines } from '../../plant/simulated/make.ts'
import type { CaseBook } from './cases.ts'

/** A position with several cases is dark since the last of them. */
const darkIn = `with dark as (select "portId", max(since) as since
  from json_to_recordset($1) as d("portId" bigint, since timestamptz(3)) group by 1)`

const inInventory = `
  ${darkIn},
  ports as (update port p set optical_state = 'los' from dark d where p.id = d."portId")
  update port_assignment a set ont_state = 'los', rx_dbm = null, tx_dbm = null, olt_rx_dbm = null
    from dark d where a.port_id = d."portId" and a.ended_at is null`
const boxesOf = `${darkIn} select distinct p.cto_id as id from port p join dark d on d."portId" = p.id`
const inPlant = `${darkIn} update plant_line l set last_down_at = d.since from dark d where l.port_id = d."portId"`

/** Neighbours left dark are dark in the inventory too, and in the plant since the moment of their case. */
export async function darken(sql: Tx, dark: CaseBook['dark']): Promise<void> {
  const values = [JSON.stringify(dark.map(({ portId, since }) => ({ portId, since: new Date(since) })))]
  await sql.rows(inInventory, values)
  const boxes = await sql.rows<{ id: number }>(boxesOf, values)
  await makeLines(
    sql,
    boxes.map(({ id }) => id),
  )
  await sql.rows(inPlant, values)
}
