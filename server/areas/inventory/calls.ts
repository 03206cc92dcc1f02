import { ctos } from '@hilo/contract/ctos.ts'
import { drops } from '@hilo/contract/drops.ts'
import { networkKinds } from '@hilo/contract/inventory.ts'
import { ports } from '@hilo/contract/ports.ts'
import * as z from 'zod/mini'
import { authorOf } from '../../db/author.ts'
import type { UploadHandler, WriteContext } from '../../http/handler.ts'
import { text } from '../../http/texts.ts'
import { column, type Columns } from '../../load/column.ts'
import { downloaded } from '../../load/columns.ts'
import { load } from '../../load/load.ts'
import { part, refused, type Part } from '../../load/part.ts'
import { readTable } from '../../load/read-table.ts'
import { foldHead, type TableRow } from '../../load/table.ts'
import { ctoColumns } from '../../process/network/cto-columns.ts'
import { applyCtos } from '../../process/network/ctos.ts'
import { applyDrops, dropColumns } from '../../process/network/drops.ts'
import { onlyNeutral } from '../../process/network/network.ts'
import { applyOlts, applyPons, oltColumns, ponColumns, ponKey } from '../../process/network/olts.ts'
import { applyPorts, portColumns, portKey } from '../../process/network/ports.ts'

type Kind = (typeof networkKinds)[number]
const kindHeads = ['kind', 'clase', 'elemento'] as const
const kindColumn = { kind: column.text(z.optional(z.string()), ...kindHeads) } satisfies Columns

/** What a row says it is, in the wire's word or the Spanish one. */
function kindOf({ values }: TableRow): Kind | null {
  const said = Object.entries(values).find(([head]) => kindHeads.some((one) => one === foldHead(head)))
  const word = foldHead(said?.[1] ?? '')
  return networkKinds.find((kind) => kind === word || foldHead(text(`choice.network_kind.${kind}`)) === word) ?? null
}

/** Boxes, ports and drops can be downloaded, and their download loaded. */
export const networkLists = {
  cto: downloaded(ctoColumns, 'ctos', Object.keys(ctos['admin_vno/ctos/get'].list.columns)),
  port: downloaded(portColumns, 'ports', Object.keys(ports['admin_vno/ports/get'].list.columns)),
  drop: downloaded(dropColumns, 'drops', Object.keys(drops['admin_vno/drops/get'].list.columns)),
}

/** How each kind of rows is taken, in the order in which they need each other. */
function partsFor({ sql, principal }: WriteContext): Record<Kind, Part> {
  const by = authorOf(principal)
  return {
    olt: part({
      kind: 'olt',
      columns: oltColumns,
      entity: 'olt',
      key: ({ code }) => code,
      apply: (rows) => applyOlts(sql, rows),
    }),
    pon: part({ kind: 'pon', columns: ponColumns, entity: 'pon', key: ponKey, apply: (rows) => applyPons(sql, rows) }),
    cto: part({
      kind: 'cto',
      columns: ctoColumns,
      entity: 'cto',
      list: networkLists.cto,
      batch: 200,
      key: ({ code }) => code,
      apply: (rows) => applyCtos(sql, rows, by),
    }),
    port: part({
      kind: 'port',
      columns: portColumns,
      entity: 'port',
      list: networkLists.port,
      key: portKey,
      apply: (rows) => applyPorts(sql, rows),
    }),
    drop: part({
      kind: 'drop',
      columns: dropColumns,
      entity: 'drop',
      list: networkLists.drop,
      key: ({ label }) => label,
      apply: (rows) => applyDrops(sql, rows, by),
    }),
  }
}

/** Every kind, told apart by the rows themselves; what says nothing known is refused. */
function mixed(parts: Record<Kind, Part>): Part[] {
  const nothing = text('load.kind')
  const strangers = part({
    columns: kindColumn,
    loose: true,
    of: (row) => kindOf(row) === null,
    apply: (rows) => Promise.resolve(rows.map(() => refused('VALIDATION', nothing))),
  })
  const known = networkKinds.map((kind) => ({
    ...parts[kind],
    columns: { ...parts[kind].columns, ...kindColumn },
    of: (row: TableRow) => kindOf(row) === kind,
  }))
  return [...known, strangers]
}

export const inventory = {
  'admin_vno/inventory/load': (async (
    { principal, files, store },
    { kind, preview = false, ignore_columns: ignore },
  ) => {
    onlyNeutral(principal)
    const table = await readTable(
      files.file,
      ['csv', 'xlsx', 'geojson', 'kml', 'kmz', 'shapefile', 'geopackage'],
      principal.user.id,
    )
    return async (context) => {
      const all = partsFor(context)
      const parts = kind === undefined ? mixed(all) : [all[kind]]
      const answer = await load(context, store, {
        table,
        parts,
        preview,
        ignore,
        name: `carga-red-${kind ?? 'completa'}`,
      })
      const { rows_ok, rows_error, result_file_id } = answer.record
      const after = { kind: kind ?? null, preview, rows_ok, rows_error, result_file_id, sha256: files.file.sha256 }
      context.audit({ entity: 'inventory', after })
      return answer
    }
  }) satisfies UploadHandler<'admin_vno/inventory/load'>,
}
export const inventoryLists = {}
