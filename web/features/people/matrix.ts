/** Privileges of a role as table rows, and the side effects of changing a cell. */
import { actions, areas, subItemsOf, type Action, type Area, type Privileges } from '@hilo/domain/privilege.ts'
import { beyondScope, type RoleScope } from '@hilo/domain/role.ts'

/** Path of one privilege: `event.privs.event_edit`, or of a sub-item `event.sub_items.steps.privs.steps_edit`. */
export type Grant = string
export type Grants = ReadonlySet<Grant>

export interface MatrixRow {
  /** `event`, or of a sub-item `event.steps`. */
  id: string
  area: Area
  part: string | null
  /** First area of its group, which carries the group's name. */
  head: boolean
  cells: Readonly<Record<Action, Grant>>
}
export interface Section {
  key: string
  rows: readonly MatrixRow[]
}

/** Areas by section and group. */
const layout: Readonly<Record<string, readonly (readonly Area[])[]>> = {
  people: [['role-admin-vno'], ['adminVNO', 'invitations'], ['technician']],
  work: [
    ['event'],
    ['eventFinalization'],
    ['eventCancellation'],
    ['hairChange'],
    ['neightborState', 'massive-neighbor-request'],
  ],
  enrollments: [['enrollments'], ['unenrollments'], ['enrollments-verification'], ['apiRequest']],
  accesses: [
    ['retrieve-access-vno', 'retrieve-access', 'retrieve-data'],
    ['accessDiagnose', 'resetONT', 'device-modification'],
    ['feasibility'],
    ['assignment', 'cancellation', 'accessUnsubscriptions'],
  ],
  network: [['cto', 'drop', 'port']],
  reports: [['dashboardReports'], ['eventHistorical', 'ctoHistorical', 'portHistorical']],
  settings: [['eventConfi', 'eventFinalizationConfi', 'reportConfi']],
  neutral: [['vno'], ['admin'], ['role']],
}

const cellsOf = (prefix: string, name: string): Record<Action, Grant> => {
  const of = (action: Action) => `${prefix}.privs.${name}_${action}`
  return { view: of('view'), edit: of('edit'), create: of('create'), delete: of('delete') }
}
const rowsOf = (area: Area, head: boolean): MatrixRow[] => [
  { id: area, area, part: null, head, cells: cellsOf(area, area) },
  ...subItemsOf(area).map((part) => ({
    id: `${area}.${part}`,
    area,
    part,
    head: false,
    cells: cellsOf(`${area}.sub_items.${part}`, part),
  })),
]
export const sections: readonly Section[] = Object.entries(layout).map(([key, groups]) => ({
  key,
  rows: groups.flatMap((group) => group.flatMap((area, at) => rowsOf(area, at === 0))),
}))
export const allRows: readonly MatrixRow[] = sections.flatMap(({ rows }) => rows)
const rowOf = new Map(allRows.flatMap((row) => actions.map((action) => [row.cells[action], { row, action }] as const)))
/** Row and action of a cell. */
export const placeOf = (grant: Grant) => rowOf.get(grant)

/** Granted cells of a privilege map. */
export function grantsOf(privileges: Privileges | null | undefined): Set<Grant> {
  const granted = allRows.flatMap(({ area, part, cells }) => {
    const has = privileges?.[area]
    const privs = part === null ? has?.privs : has?.sub_items?.[part]?.privs
    const name = part ?? area
    return actions.filter((action) => privs?.[`${name}_${action}`] === true).map((action) => cells[action])
  })
  return new Set(granted)
}

/** Privilege map of granted cells, with every area, sub-item and action. */
export function privilegesFrom(
  grants: Grants,
): Record<string, { privs: Record<string, boolean>; sub_items: Record<string, { privs: Record<string, boolean> }> }> {
  const flags = (cells: MatrixRow['cells'], name: string) =>
    Object.fromEntries(actions.map((action) => [`${name}_${action}`, grants.has(cells[action])]))
  const of = (area: Area) => {
    const [own, ...parts] = rowsOf(area, false)
    return {
      privs: own ? flags(own.cells, area) : {},
      sub_items: Object.fromEntries(parts.map(({ part, cells }) => [part, { privs: flags(cells, part ?? '') }])),
    }
  }
  return Object.fromEntries(areas.map((area) => [area, of(area)]))
}

/** Why a cell cannot be granted; null if it can. `unused`: it has no effect. */
export type Bar = 'beyond' | 'unused' | 'lacking' | null

/** False for cells that no person of the role can choose. */
export const isChoice = (bar: Bar): boolean => bar !== 'beyond' && bar !== 'unused'

interface Limits {
  scope: RoleScope
  /** Privileges of the editing user. */
  held: Grants
  /** Saved privileges of the role. */
  saved: Grants
  /** Privileges required by any call. */
  used: readonly string[]
}

/** Calls require privileges of areas; sub-items narrow their area. */
export const opensNothing = (grant: Grant, used: ReadonlySet<string>): boolean => {
  const place = rowOf.get(grant)
  return place?.row.part === null && !used.has(`${place.row.area}_${place.action}`)
}

/**
 * Cells that the user cannot grant: those beyond the role's scope, those without effect, and those that the user lacks.
 * Saved privileges may stay.
 */
export function barsOf({ scope, held, saved, used }: Limits): (grant: Grant) => Bar {
  const all = new Set(allRows.flatMap(({ cells }) => Object.values(cells)))
  const beyond = new Set(beyondScope(scope, privilegesFrom(all)))
  const asked = new Set(used)
  return (grant) => {
    if (opensNothing(grant, asked)) return 'unused'
    if (beyond.has(grant)) return 'beyond'
    return held.has(grant) || saved.has(grant) ? null : 'lacking'
  }
}

/**
 * Sets cells, with side effects within an area: granting a change grants viewing, revoking viewing revokes all changes.
 */
export function withCells(now: Grants, cells: readonly Grant[], on: boolean, bar: (grant: Grant) => Bar): Set<Grant> {
  const next = new Set(now)
  const write = (grant: Grant) => (on ? bar(grant) === null && next.add(grant) : next.delete(grant))
  for (const cell of cells) {
    write(cell)
    const place = rowOf.get(cell)
    if (!place || place.row.part !== null) continue
    const { view } = place.row.cells
    if (on && next.has(cell) && bar(view) === null) next.add(view)
    if (!on && place.action === 'view') for (const action of actions) next.delete(place.row.cells[action])
  }
  return next
}

/** Toggles a row or column header: grants all grantable cells, or revokes all if they are granted. */
export function toggled(now: Grants, cells: readonly Grant[], bar: (grant: Grant) => Bar): Set<Grant> {
  const possible = cells.filter((cell) => bar(cell) === null)
  return withCells(now, cells, !possible.every((cell) => now.has(cell)), bar)
}

export interface Difference {
  added: Grant[]
  removed: Grant[]
}
export function difference(before: Grants, after: Grants): Difference {
  return {
    added: [...after].filter((grant) => !before.has(grant)),
    removed: [...before].filter((grant) => !after.has(grant)),
  }
}
