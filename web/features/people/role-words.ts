import { csvText } from '@hilo/domain/formula.ts'
import { actions } from '@hilo/domain/privilege.ts'
import { saveFile } from '../../lists/download/save-file.ts'
import { text } from '../../ui/text.ts'
import { opensNothing, placeOf, sections, type Bar, type Grant, type Grants, type MatrixRow } from './matrix.ts'

export const rowText = ({ area, part }: Pick<MatrixRow, 'area' | 'part'>): string =>
  text(part === null ? `privilege.area.${area}` : `privilege.part.${area}.${part}`)

/** Number of members of a role. */
export const membersText = (count: number): string =>
  count === 0 ? text('roles.nobody') : text('roles.members', { count })

/** "Intervenciones, crear"; for a sub-item with its area first. */
export function grantText(grant: Grant): string {
  const place = placeOf(grant)
  if (!place) return grant
  const { row, action } = place
  const area = row.part === null ? '' : `${text(`privilege.area.${row.area}`)}: `
  return `${area}${rowText(row)}, ${text(`privilege.action.${action}`).toLocaleLowerCase('es')}`
}

/** Explanation of a cell whose action name is not enough. */
function meaningOf(grant: Grant): string | null {
  const place = placeOf(grant)
  if (!place) return null
  const key = `privilege.meaning.${place.row.part ?? place.row.area}_${place.action}`
  const translated = text(key)
  return translated === key ? null : translated
}

interface Cell {
  grant: Grant
  bar: Bar
  granted: boolean
  saved: boolean
  /** Compared role and its privileges. */
  other: { name: string; grants: Grants } | null
}

/** Sentences about a cell: meaning, state and comparison. */
export function cellSentences({ grant, bar, granted, saved, other }: Cell): string[] {
  const change = granted === saved ? null : granted ? 'roles.cell.added' : 'roles.cell.removed'
  return [
    meaningOf(grant),
    bar && text(`roles.bar.${bar}`),
    change && text(change),
    other && text(other.grants.has(grant) ? 'roles.cell.otherHas' : 'roles.cell.otherLacks', { role: other.name }),
  ].filter((sentence) => sentence !== null)
}

const used: ReadonlySet<string> = new Set(__HILO_PRIVILEGES__)
const cellText = (grant: Grant, grants: Grants): string =>
  text(opensNothing(grant, used) ? 'roles.unused' : grants.has(grant) ? 'form.yes' : 'form.no')

/** The table as CSV for Spanish spreadsheets: semicolons, with a byte order mark. */
export function downloadMatrix(name: string, grants: Grants): void {
  const head = [
    text('roles.csv.section'),
    text('roles.csv.privilege'),
    ...actions.map((action) => text(`privilege.action.${action}`)),
  ]
  const lines = sections.flatMap(({ key, rows }) =>
    rows.map((row) => [
      text(`privilege.section.${key}`),
      row.part === null ? rowText(row) : `${text(`privilege.area.${row.area}`)}: ${rowText(row)}`,
      ...actions.map((action) => cellText(row.cells[action], grants)),
    ]),
  )
  const csv = [head, ...lines].map((line) => line.map(csvText).join(';')).join('\r\n')
  saveFile(new Blob([`\uFEFF${csv}\r\n`], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
