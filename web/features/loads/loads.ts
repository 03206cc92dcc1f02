import type { LoadKind } from '@hilo/domain/load-columns.ts'
import type { Privilege } from '@hilo/domain/privilege.ts'
import { session } from '../../api/session.ts'

/** Load calls, which share one output type. */
type LoadPath =
  | 'admin_vno/inventory/load'
  | 'admin_vno/orders/load'
  | 'admin_vno/accesses/load'
  | 'admin_vno/technicals/load'

/** A tab of the screen: `?carga=<word>`, texts `loads.<word>` and `loads.<word>.text`. */
export interface Load {
  word: 'inventario' | 'ordenes' | 'accesos' | 'tecnicos'
  path: LoadPath
  privilege: Privilege
  /** Row kinds; a file holds rows of one kind. */
  kinds: readonly [LoadKind, ...LoadKind[]]
  /** For the neutral operator only. */
  neutral?: true
  accept: string
}

const tables = '.csv,.xlsx'
const all: readonly Load[] = [
  {
    word: 'inventario',
    path: 'admin_vno/inventory/load',
    privilege: 'cto_create',
    kinds: ['cto', 'olt', 'pon', 'port', 'drop'],
    neutral: true,
    accept: `${tables},.geojson,.json,.geojsonl,.kml,.kmz,.gpkg,.zip`,
  },
  { word: 'ordenes', path: 'admin_vno/orders/load', privilege: 'assignment_create', kinds: ['orders'], accept: tables },
  {
    word: 'accesos',
    path: 'admin_vno/accesses/load',
    privilege: 'assignment_create',
    kinds: ['accesses'],
    accept: tables,
  },
  {
    word: 'tecnicos',
    path: 'admin_vno/technicals/load',
    privilege: 'technician_create',
    kinds: ['technicals'],
    accept: tables,
  },
]

/** Loads that the session may run. */
export const visibleLoads = (): Load[] =>
  all.filter(({ privilege, neutral }) => session.can(privilege) && (!neutral || session.isNeutral()))
