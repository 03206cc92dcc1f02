import type { Port } from '@hilo/contract/ports/ports.ts'
import { createGrid, InfiniteRowModelModule, ModuleRegistry, type ColDef, type IGetRowsParams } from 'ag-grid-community'

ModuleRegistry.registerModules([InfiniteRowModelModule])

/** Rows per block, as in the product. */
const block = 50
const number = new Intl.NumberFormat('es-ES', { minimumFractionDigits: 2 })
const moment = new Intl.DateTimeFormat('es-ES', { hour: 'numeric', minute: '2-digit', hour12: true })
const column = (
  headerName: string,
  width: number,
  valueGetter: (port: Port) => string | number | null | undefined,
): ColDef<Port> => ({
  headerName,
  width,
  suppressMovable: true,
  valueGetter: ({ data }) => (data ? (valueGetter(data) ?? '–') : ''),
})

/** The ten columns of the list of ports as plain text: the minimum. */
const columns: ColDef<Port>[] = [
  { ...column('Puerto', 138, ({ label }) => label), pinned: 'left' },
  column('Estado', 150, ({ state }) => state),
  column('CTO', 168, ({ cto }) => cto.code),
  column('Pos.', 60, ({ number: place }) => place),
  column('Potencia', 84, ({ rx_dbm: power }) => power && number.format(power)),
  column('Acceso', 128, ({ access }) => access?.code),
  column('Serie', 118, ({ ont }) => ont?.serial),
  column('ONT', 116, ({ ont }) => ont?.state),
  column('Distancia', 76, ({ ont }) => ont?.distance_m),
  column('Leído', 126, ({ ont }) => ont?.read_at && moment.format(new Date(ont.read_at))),
]

async function getRows({ startRow, successCallback, failCallback }: IGetRowsParams): Promise<void> {
  const query = { limit: block, cursor: String(startRow), count: true }
  try {
    const answer = await fetch('/api/v1/admin_vno/ports/get.json', { method: 'POST', body: JSON.stringify({ query }) })
    const { records, total } = (await answer.json()) as { records: Port[]; total: { value: number } }
    successCallback(records, total.value)
  } catch {
    failCallback()
  }
}

/** AG Grid with defaults, on its infinite row model. */
export async function show(root: HTMLElement): Promise<void> {
  const place = document.createElement('div')
  Object.assign(place.style, { width: '100%', height: '100%' })
  root.append(place)
  createGrid<Port>(place, {
    columnDefs: columns,
    rowModelType: 'infinite',
    cacheBlockSize: block,
    rowHeight: 36,
    headerHeight: 31,
    datasource: { getRows: (params) => void getRows(params) },
  })
}
