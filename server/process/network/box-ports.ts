/** Positions of a box, derived from its size and label. */
import { Problem } from '@hilo/domain/problem.ts'
import { assignmentStatus, inventoryStatus, portState } from '@hilo/domain/status.ts'
import { referred } from '../../kernel/sql/constraints.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { hangPorts, takeDownPorts } from '../port-row.ts'

const { inventory_review, available } = inventoryStatus.is
const { disponible, pendiente_revision } = portState.is
const free = assignmentStatus.is.available

/** A position of a box that is not installed yet is in review until then. */
const addPorts = `insert into port (cto_id, number, label, state, state_before, inventory_status, assignment_status, splitter_leg)
  select c.id, n, c.label || '/' || lpad(n::text, 2, '0'),
    case when r.installed then ${disponible} else ${pendiente_revision} end, case when r.installed then null else ${disponible} end,
    case when r.installed then ${available} else ${inventory_review} end, ${free}, n
  from json_to_recordset($1) as r(id bigint, installed boolean) join cto c on c.id = r.id
  cross join generate_series(1, c.ports_total) n
  order by c.id, n on conflict (cto_id, number) do nothing`
/** Deletes positions that were never used; a reference to one stops the statement. */
const dropPorts = `delete from port p using cto c
  where c.id = p.cto_id and c.id = any($1) and p.number > c.ports_total and p.version = 1 and p.state in (${disponible}, ${pendiente_revision})`
const portsBeyond = `select exists (select from port p join cto c on c.id = p.cto_id where c.id = any($1) and p.number > c.ports_total)::text`
const relabel = `update port p set label = r.label || '/' || lpad(p.number::text, 2, '0'), version = p.version + 1, updated_at = app_now()
  from json_to_recordset($1) as r(id bigint, label text, old text)
  where p.cto_id = r.id and p.label = r.old || '/' || lpad(p.number::text, 2, '0')`

interface Box {
  label: string
  ports_total: number | null
  installed: boolean
  removed: boolean
}
interface Change {
  id: number
  row: Box
  before: Box | null
}

/**
 * Adds and removes ports to match the boxes; after the boxes are written, before they are counted.
 * @throws Problem IN_USE if a box would lose a position that was ever used
 */
export async function fitPorts(sql: Tx, changes: readonly Change[]): Promise<void> {
  const idsOf = (which: (row: Box, before: Box) => boolean) =>
    changes.flatMap(({ id, row, before }) => (before !== null && which(row, before) ? [id] : []))
  const smaller = idsOf((row, before) => (row.ports_total ?? 0) < (before.ports_total ?? 0))
  if (smaller.length > 0) {
    await referred(sql.rows(dropPorts, [smaller]), 'IN_USE')
    if ((await sql.json(portsBeyond, [smaller])) === 'true') throw new Problem('IN_USE')
  }
  const renamed = changes.flatMap(({ id, row, before }) =>
    before !== null && before.label !== row.label ? [{ id, label: row.label, old: before.label }] : [],
  )
  if (renamed.length > 0) await sql.rows(relabel, [JSON.stringify(renamed)])
  const hung = idsOf((row, before) => row.installed && (!before.installed || before.removed))
  if (hung.length > 0) await hangPorts(sql, hung)
  const taken = idsOf((row, before) => !row.installed && before.installed)
  if (taken.length > 0) await takeDownPorts(sql, taken)
  const grown = changes.filter(
    ({ row, before }) => before === null || before.removed || before.ports_total !== row.ports_total,
  )
  if (grown.length > 0)
    await sql.rows(addPorts, [JSON.stringify(grown.map(({ id, row }) => ({ id, installed: row.installed })))])
}
