/** Addresses of every screen, from the client's own map. */
import { menu } from '../../web/app/menu.ts'
import { publicScreens, screens, technicianScreens } from '../../web/app/screens.ts'

/** Lists whose first record is used for record pages, by the longest address prefix. */
const lists: Readonly<Record<string, { path: string; filter?: object }>> = {
  // A record that shows the product's purpose.
  '/intervenciones/': { path: 'admin_vno/events/get', filter: { type: 1, verdict: 'con_desconectados' } },
  '/vecinos/informes/': { path: 'admin_vno/events/get', filter: { type: 1, process_state: 5 } },
  '/vecinos/masiva/': { path: 'admin_vno/neighbors/jobs/get' },
  '/ctos/': { path: 'admin_vno/ctos/get' },
  '/puertos/': { path: 'admin_vno/ports/get' },
  '/acometidas/': { path: 'admin_vno/drops/get' },
  '/cambios-pelo/': { path: 'admin_vno/hair_changes/get' },
  '/matriculaciones/': { path: 'admin_vno/enrollments/get' },
  '/accesos/': { path: 'admin_vno/accesses/get' },
  '/ordenes/': { path: 'admin_vno/orders/get' },
  '/tecnicos/': { path: 'admin_vno/technicals/get' },
  '/contratas/': { path: 'admin_vno/contractors/get' },
  '/administradores/': { path: 'admin_vno/admins/get' },
  '/administradores-red/': { path: 'admin_vno/admins/neutral/get' },
  '/roles/': { path: 'admin_vno/roles/get' },
}

/** Every route below /vno with the source of its record; throws for an unlisted one. */
const routes = Object.keys(screens).map((route) => {
  const from = Object.entries(lists).find(([beginning]) => route.startsWith(beginning))?.[1]
  if (route.includes('$') && !from)
    throw new Error(`${route}: say in e2e/screens/places.ts where its record comes from`)
  return { route, from: route.includes('$') ? from : undefined }
})

type Ask = (path: string, query: object) => Promise<{ records: { id: number }[] }>

/** Addresses below /vno; record pages with the first record of this account, omitted without one. */
export async function vnoPlaces(ask: Ask): Promise<string[]> {
  const found: string[] = []
  for (const { route, from } of routes) {
    const { records } = from ? await ask(from.path, { limit: 1, ...(from.filter && { filter: from.filter }) }) : {}
    const id = records?.[0]?.id
    if (!from || id !== undefined) found.push(`/vno${route === '/' ? '' : route.replace('$id', String(id))}`)
  }
  return found
}

export const publicPlaces: readonly string[] = ['/login', ...Object.keys(publicScreens)]
export const technicianPlaces: readonly string[] = Object.keys(technicianScreens)
  .filter((route) => !route.includes('$'))
  .map((route) => `/tecnico${route === '/' ? '' : route}`)

/** All addresses of the menu. */
export const menuPlaces: readonly string[] = menu.flatMap(({ entries }) =>
  entries.flatMap((entry) => entry.under?.map(({ route }) => route) ?? [entry.route]),
)

/** A place as a file name. */
export const nameOf = (place: string): string =>
  place
    .replace(/^\/(?:vno\/?)?/, '')
    .replace(/\d+/g, 'n')
    .replace(/[^a-z-]+/g, '-') || 'inicio'
