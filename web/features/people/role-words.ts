import { csvText } from '@hilo/domain/formula.ts'
import { actions } from '@hilo/domain/privilege.ts'
import { saveFile } from '../../lists/download/save-file.ts'
import { text } from '../../ui/text.ts'
import { opensNothing, placeOf, sections, type Bar, type Grant, type Grants, type MatrixRow } from './matrix.ts'

export const rowText = ({ area, part }: Pick<MatrixRow, 'area' | 'part'>): string =>
  text(part === null ? `privilege.area.${area}` : `privilege.part.${area}.${part}`)

/** How many have a role. */
export const membersText = (count: number): string =>
  count === 0 ? text('roles.nobody') : text('roles.members', { count })

/** "Intervenciones, crear"; of a part with its area before it. */
export function grantText(grant: Grant): string {
  const place = placeOf(grant)
  if (!place) return grant
  const { row, action } = place
  const area = row.part === null ? '' : `${text(`privilege.area.${row.area}`)}: `
  return `${area}${rowText(row)}, ${text(`privilege.action.${action}`).toLocaleLowerCase('es')}`
}

/** What a cell stands for, where the name of its action does not say it. */
function meaningOf(grant: Grant): string | null {
  const place = placeOf(grant)
  if (!place) return null
  const key = `privilege.meaning.${place.row.part ?? place.row.area}_${place.action}`
  const said = text(key)
  return said === key ? null : said
}

interface Cell {
  grant: Grant
  bar: Bar
  granted: boolean
  saved: boolean
  /** The role that it is compared with, and whether that one grants it. */
  other: { name: string; grants: Grants } | null
}

/** All that there is to say of a cell, as sentences. */
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

/** The table as a spreadsheet opens it here: semicolons, and a mark that says it is UTF-8. */
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
