/**
 * How the application is cut into files. A browser spends milliseconds on each file, however small, so what is always
 * needed together comes together: four parts for the start, one for what desks and phones share, one for desks.
 * Everything else is cut where screens share it, and is loaded with its screen.
 */
import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type InfoOf = (id: string) => { importedIds: readonly string[] } | null

/** Which part each path needs, and what a page asked for before: all that the first script (app/preload.ts) has to know. */
const start =
  /\/web\/(?:features\/[\w-]+\/screens|app\/(?:list-)?screens|lists\/list-screen|ui\/lazy-screen|api\/first-request)\.ts$|vite\/preload-helper/
/** That script itself is not delayed. */
const notFirst = /^(?!.*\/app\/preload\.ts$)/
/** What many screens draw, and what they show of lists; each alone would be a file of a few hundred bytes. */
const drawings = /\/web\/ui\/(?:shapes|faceplate)\//
const lists = /\/web\/(?:lists|ui\/(?:shapes|faceplate))\//
/** An icon is a module of 300 bytes. */
const icons = /@iconify-json\//

/** What every screen of an area stands on. */
const desk = ['app/shell/Shell.tsx', 'lists/ListScreen.tsx']
const field = ['app/shell/TechnicianShell.tsx']

/** Every module that these import, but not what they import later. */
function reach(from: readonly string[], infoOf: InfoOf): ReadonlySet<string> {
  const found = new Set<string>()
  const walk = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    for (const next of infoOf(id)?.importedIds ?? []) walk(next)
  }
  for (const id of from) walk(id)
  return found
}

/** The groups for the bundler, the first that wants a module gets it. */
export function parts(root: string): Group[] {
  let areas: Record<'desk' | 'field', ReadonlySet<string>> | undefined
  const areasOf: Group['name'] = (id, context) => {
    const of = (names: readonly string[]) =>
      reach(
        names.map((name) => `${root}/${name}`),
        (one) => context.getModuleInfo(one),
      )
    if (icons.test(id)) return 'house'
    areas ??= { desk: of(desk), field: of(field) }
    if (areas.field.has(id)) return areas.desk.has(id) || drawings.test(id) ? 'house' : null
    return areas.desk.has(id) ? 'desk' : null
  }
  return [
    { name: 'start', test: start },
    // The engine of the map: kept on phones apart from the rest, like what reads labels.
    { name: 'field-map', test: /node_modules\/(?:maplibre-gl|pmtiles|fflate)\// },
    { name: 'base', test: /node_modules\//, tags: ['$initial'] },
    { name: 'app', test: notFirst, tags: ['$initial'] },
    { name: areasOf, debugName: 'areas' },
    { name: 'lists', test: lists, minShareCount: 8 },
  ]
}
