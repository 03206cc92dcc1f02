import { ctos } from '@hilo/contract/ctos.ts'
import { drops } from '@hilo/contract/drops.ts'
import { networkKinds } from '@hilo/contract/loads/inventory.ts'
import { ports } from '@hilo/contract/ports/ports.ts'
import * as z from 'zod/mini'
import { onlyNeutral } from '../../kernel/principal.ts'
import { authorOf } from '../../kernel/sql/author.ts'
import type { UploadHandler, WriteContext } from '../../kernel/handler.ts'
import { text } from '../../kernel/texts.ts'
import { column, type Columns } from '../../load/column.ts'
import { downloaded } from '../../load/columns.ts'
import { load } from '../../load/load.ts'
import { part, refused, type Part } from '../../load/part.ts'
import { readTable } from '../../load/read-table.ts'
import { foldHead, type TableRow } from '../../load/table.ts'
import { ctoColumns } from '../../process/network/cto-columns.ts'
import { applyCtos, checkCtos } from '../../process/network/ctos.ts'
import { applyDrops, checkDrops, dropColumns } from '../../process/network/drops.ts'
import {
  applyOlts,
  applyPons,
  checkOlts,
  checkPons,
  oltColumns,
  ponColumns,
  ponKey,
} from '../../process/network/olts.ts'
import { applyPorts, checkPorts, portColumns, portKey } from '../../process/network/ports.ts'

type Kind = (typeof networkKinds)[number]
const kindHeads = ['kind', 'clase', 'elemento'] as const
const kindColumn = { kind: column.text(z.optional(z.string()), ...kindHeads) } satisfies Columns

/** The kind named in a row, by the wire's word or the Spanish one. */
function kindOf({ values }: TableRow): Kind | null {
  const kindValue = Object.entries(values).find(([head]) => kindHeads.some((one) => one === foldHead(head)))
  const word = foldHead(kindValue?.[1] ?? '')
  return networkKinds.find((kind) => kind === word || foldHead(text(`choice.network_kind.${kind}`)) === word) ?? null
}

/** Lists of boxes, ports and drops whose download can be loaded again. */
export const networkLists = {
  cto: downloaded(ctoColumns, 'ctos', ctos['admin_vno/ctos/get']),
  port: downloaded(portColumns, 'ports', ports['admin_vno/ports/get']),
  drop: downloaded(dropColumns, 'drops', drops['admin_vno/drops/get']),
}

/** The loader of each kind, in dependency order. */
function partsFor({ sql, principal }: WriteContext): Record<Kind, Part> {
  const by = authorOf(principal)
  return {
    olt: part({
      kind: 'olt',
      columns: oltColumns,
      entity: 'olt',
      key: ({ code }) => code,
      apply: (rows) => applyOlts(sql, rows),
      check: (rows) => checkOlts(sql, rows),
    }),
    pon: part({
      kind: 'pon',
      columns: ponColumns,
      entity: 'pon',
      key: ponKey,
      apply: (rows) => applyPons(sql, rows),
      check: (rows) => checkPons(sql, rows),
    }),
    cto: part({
      kind: 'cto',
      columns: ctoColumns,
      entity: 'cto',
      list: networkLists.cto,
      batch: 200,
      key: ({ code }) => code,
      apply: (rows) => applyCtos(sql, rows, by),
      check: (rows) => checkCtos(sql, rows),
    }),
    port: part({
      kind: 'port',
      columns: portColumns,
      entity: 'port',
      list: networkLists.port,
      key: portKey,
      apply: (rows) => applyPorts(sql, rows),
      check: (rows) => checkPorts(sql, rows),
    }),
    drop: part({
      kind: 'drop',
      columns: dropColumns,
      entity: 'drop',
      list: networkLists.drop,
      key: ({ label }) => label,
      apply: (rows) => applyDrops(sql, rows, by),
      check: (rows) => checkDrops(sql, rows),
    }),
  }
}

/** A file of several kinds, one of each row; an unknown kind is refused. */
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
