/** Tables for every call that takes one: valid rows with a few odd cells. */
import type { Path } from '@hilo/contract/index.ts'
import { loadColumns, type LoadColumn, type LoadKind } from '@hilo/domain/load-columns.ts'
import type { Dice } from './dice.ts'
import { cellKind, oddValue, type CellValue } from './files-cells.ts'

export interface TableDoor {
  path: Path
  table: LoadKind
  by: 'admin' | 'operator'
  query: (known: Plant) => object
  formats: readonly FileFormat[]
  /** Its preview shows the values of each row. */
  shows: boolean
}
type FileFormat = 'xlsx' | 'csv' | 'geojson' | 'zip'

/** Records that the rows refer to. */
export interface Plant {
  vno: { id: number; external_id: string }
  cto: string
  pon: string
  olt: string
  /** Labels of ports in service, each without its access. */
  ports: readonly string[]
}

const tables = ['xlsx', 'xlsx', 'csv'] as const
const network = (table: LoadKind): TableDoor => ({
  path: 'admin_vno/inventory/load',
  table,
  by: 'operator',
  query: () => ({ kind: table }),
  formats: ['xlsx', 'csv', 'geojson'],
  shows: true,
})

export const tableDoors: readonly TableDoor[] = [
  { path: 'admin_vno/orders/load', table: 'orders', by: 'admin', query: () => ({}), formats: tables, shows: true },
  {
    path: 'admin_vno/accesses/load',
    table: 'accesses',
    by: 'operator',
    query: ({ vno }) => ({ vno_id: vno.id }),
    formats: tables,
    shows: true,
  },
  {
    path: 'admin_vno/technicals/load',
    table: 'technicals',
    by: 'admin',
    query: () => ({}),
    formats: tables,
    shows: true,
  },
  ...(['olt', 'pon', 'cto', 'port', 'drop'] as const).map(network),
  {
    path: 'admin_vno/enrollments/upload',
    table: 'enrollments',
    by: 'admin',
    query: () => ({}),
    formats: ['xlsx', 'csv', 'zip'],
    shows: false,
  },
  {
    path: 'admin_vno/neighbors/queryStateVNO',
    table: 'accesses',
    by: 'admin',
    query: () => ({}),
    formats: tables,
    shows: false,
  },
]

/** Rows under the columns of a table, in random column order. */
export interface Grid {
  table: LoadKind
  columns: LoadColumn[]
  rows: CellValue[][]
}

const mostRows = 8
/** Columns whose examples name records that do not exist. */
const left: ReadonlySet<string> = new Set(['access_code', 'contractor', 'replaced_label', 'vno_code'])

/** Values that create a new row, or refer to existing records. */
function rightValues(plant: Plant, table: LoadKind, at: number): Record<string, CellValue> {
  const shared = { vno_code: plant.vno.external_id, pon_code: plant.pon, olt_code: plant.olt }
  const port = plant.ports[at % plant.ports.length] ?? ''
  const byTable: Partial<Record<LoadKind, Record<string, CellValue>>> = {
    olt: { code: `F-OLT-${at}` },
    pon: { code: `F-OLT-${at}/1`, slot: at + 10, port: 1 },
    cto: { code: `F-CTO-${at}`, label: `F-CTO-${at}` },
    port: { cto_code: plant.cto, number: at + 1, label: `${plant.cto}/F${at}`, vno_code: '', splitter_leg: at + 1 },
    drop: { label: `F-D-${at}`, port_label: '', fibre_no: 1 },
    orders: {
      external_order_id: `F-${at}`,
      kind: 'averia',
      cto_code: '',
      product_code: 'FTTH-600',
      requested_date: '20/11/2027',
      appointment_from: '2027-11-20 10:00',
      appointment_to: '2027-11-20 12:00',
    },
    accesses: { port_label: port, drop_label: `F-D-${at}`, ont_serial: `HWTC0000000${at}`, access_code: `F-AC-${at}` },
    technicals: { employee_code: `F-T-${at}`, email: `f${at}@prueba.test`, phone: `+3460011122${at}` },
    enrollments: { cto_code: plant.cto, label_read: `F-E-${at}`, port_number: at + 1 },
  }
  return { ...shared, ...byTable[table] }
}

const wanted = ({ name, needed }: LoadColumn) => needed !== undefined || !left.has(name)

export function drawGrid(dice: Dice, table: LoadKind, plant: Plant): Grid {
  const all = loadColumns[table].filter(wanted)
  const columns = all
    // Dependent cells of an order are refused one without the other.
    .filter(({ needed }) => needed !== undefined || table === 'orders' || dice.chance(0.7))
    .map((column) => ({ column, place: dice.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ column }) => column)
  const rows = Array.from({ length: 1 + dice.below(mostRows) }, (_, at) => {
    const right = rightValues(plant, table, at)
    const odd = dice.chance(0.85) ? dice.below(columns.length) : -1
    const more = dice.chance(0.2) ? dice.below(columns.length) : -1
    return columns.map((column, place): CellValue => {
      if (place === odd || place === more) return oddValue(dice, cellKind(column, table))
      return column.name in right ? (right[column.name] ?? '') : column.example
    })
  })
  return { table, columns, rows }
}

/** Headings as people write them: Spanish, wire names, capitals. */
export const headsOf = (dice: Dice, { columns }: Grid): string[] =>
  columns.map(({ name, head }) => (dice.chance(0.2) ? name : dice.chance(0.2) ? head.toUpperCase() : head))
