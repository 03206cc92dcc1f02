/** Every screen there is, as addresses that show something: from the client's own map. */
import { menu } from '../../web/app/menu.ts'
import { publicScreens, screens, technicianScreens } from '../../web/app/screens.ts'

/** Where the id of a screen of one record comes from. */
const records: Readonly<Record<string, { path: string; filter?: object }>> = {
  '/intervenciones/$id': { path: 'admin_vno/events/get', filter: { type: 1 } },
  '/vecinos/informes/$id': { path: 'admin_vno/events/get', filter: { type: 1, process_state: 5 } },
  '/ctos/$id': { path: 'admin_vno/ctos/get' },
  '/puertos/$id': { path: 'admin_vno/ports/get' },
  '/acometidas/$id': { path: 'admin_vno/drops/get' },
  '/cambios-pelo/$id': { path: 'admin_vno/hair_changes/get' },
  '/matriculaciones/$id': { path: 'admin_vno/enrollments/get' },
  '/accesos/$id': { path: 'admin_vno/accesses/get' },
  '/accesos/$id/datos': { path: 'admin_vno/accesses/get' },
  '/ordenes/$id': { path: 'admin_vno/orders/get' },
  '/tecnicos/$id': { path: 'admin_vno/technicals/get' },
  '/contratas/$id': { path: 'admin_vno/contractors/get' },
  '/roles/$id': { path: 'admin_vno/roles/get' },
  '/roles-red/$id': { path: 'admin_vno/roles/get' },
}

export type Ask = (path: string, query: object) => Promise<{ records: { id: number }[] }>

/** Addresses below /vno; those of one record for the first that this account finds, none where it finds none. */
export async function vnoPlaces(ask: Ask): Promise<string[]> {
  const found: string[] = []
  for (const route of Object.keys(screens)) {
    if (!route.includes('$')) {
      found.push(`/vno${route === '/' ? '' : route}`)
      continue
    }
    const from = records[route]
    if (!from) throw new Error(`${route}: say in e2e/screens/places.ts where its record comes from`)
    const { records: known } = await ask(from.path, { limit: 1, ...(from.filter && { filter: from.filter }) })
    const [first] = known
    if (first) found.push(`/vno${route.replace('$id', String(first.id))}`)
  }
  return found
}

export const publicPlaces: readonly string[] = ['/login', ...Object.keys(publicScreens)]
export const technicianPlaces: readonly string[] = Object.keys(technicianScreens)
  .filter((route) => !route.includes('$'))
  .map((route) => `/tecnico${route === '/' ? '' : route}`)

/** Addresses of the menu, whoever may see them. */
export const menuPlaces: readonly string[] = menu.flatMap(({ entries }) =>
  entries.flatMap((entry) => entry.under?.map(({ route }) => route) ?? [entry.route]),
)

/** A place as a file name. */
export const nameOf = (place: string): string =>
  place
    .replace(/^\/(?:vno\/?)?/, '')
    .replace(/\d+/g, 'n')
    .replace(/[^a-z-]+/g, '-') || 'inicio'
