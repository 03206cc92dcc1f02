import type { ColumnKind } from '@hilo/contract/call.ts'
import { choices } from '@hilo/domain/choices.ts'
import { cellStart, formulaSigns } from '@hilo/domain/formula.ts'
import { homeZone } from '@hilo/domain/place-clock.ts'
import { enumerations } from '@hilo/domain/status.ts'
import { text } from './texts.ts'

/** SQL that turns a column into a CSV field or a spreadsheet cell, so that a row is ready when it leaves PostgreSQL. */

/** Signs of a formula, as code points: TAB CR + - = @ and their full-width forms; an apostrophe may stand before them. */
const formulaStart = '(9, 13, 39, 43, 45, 61, 64, 65291, 65293, 65309, 65312)'

/** `markFormulas` in SQL. Few texts have anything to mark: they are told by what costs a fiftieth of a regular expression. */
function safeText(sql: string): string {
  const separated = [`';'`, `E'\\t'`, `E'\\n'`, `E'\\r'`].map((one) => `strpos(${sql}, ${one}) > 0`).join(' or ')
  const mark = `regexp_replace(${sql}, '${cellStart}(''*)(?=[${formulaSigns}])', '\\1''', 'g')`
  return `case when ascii(${sql}) in ${formulaStart} or ${separated} then ${mark} else ${sql} end`
}
/** A spreadsheet runs no text cell, but whoever reads the cell undoes marks: what looks marked already is marked once more. */
const twiceMarked = (sql: string) =>
  `case when strpos(${sql}, '''') > 0 then regexp_replace(${sql}, '${cellStart}(''+)(?=[${formulaSigns}])', '\\1''', 'g') else ${sql} end`

/** @param zone SQL of the time zone of the row's place */
export function csvCell(kind: ColumnKind, sql: string, zone: string): string {
  if (kind === 'place_time') return `place_time(${sql}, ${zone})`
  if (kind === 'time') return `wire_time(${sql})`
  return kind === 'text' ? safeText(sql) : sql
}

function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

const xmlText = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Spanish text of a value, by a CASE over its closed set. */
function label(kind: ColumnKind, sql: string): string {
  const [family, name = ''] = kind.split(':')
  const members =
    family === 'status'
      ? (enumerations[name]?.all ?? []).map((one) => [String(one.value), text(one.label)] as const)
      : (choices[name] ?? []).map((word) => [literal(word), text(`choice.${name}.${word}`)] as const)
  const cases = members.map(([value, label]) => `when ${value} then ${literal(xmlText(label))}`)
  return `case ${sql} ${cases.join(' ')} else ${sql}::text end`
}

/** The shortest cell that holds its text itself: a fifth fewer bytes to make and to compress. */
const inline = (sql: string) => `'<c t="str"><v>' || ${sql} || '</v></c>'`
/** SQL of the time zone of what has no place. */
export const homeZoneSql = `'${homeZone}'`
/** Days since 1899-12-30 by the clock of a zone, as spreadsheets count. */
const serial = (sql: string, zone: string) => `date_part('epoch', ${sql} at time zone ${zone}) / 86400 + 25569`
const timeCell = (sql: string, zone: string) => `'<c s="1"><v>' || ${serial(sql, zone)} || '</v></c>'`
/** In the hour repeated in October a serial number would mean two instants: the cell is text with the offset. */
const placeTimeCell = (sql: string, zone: string) =>
  `case when is_repeated_hour(${sql}, ${zone}) then ${inline(`place_time(${sql}, ${zone})`)} else ${timeCell(sql, zone)} end`

const control = `E'${Array.from({ length: 31 }, (_, i) => (i === 8 || i === 9 || i === 12 ? '' : `\\x${(i + 1).toString(16).padStart(2, '0')}`)).join('')}'`

/** What people wrote, as XML text on one line of the stream, without control characters; a line break is an entity. */
function writtenText(sql: string): string {
  const line = `translate(translate(${twiceMarked(sql)}, ${control}, ''), E'\r\t', '  ')`
  return `replace(replace(replace(replace(${line}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), E'\n', '&#10;')`
}

/** @param zone SQL of the time zone of the row's place */
export function xlsxCell(kind: ColumnKind, column: string, zone: string): string {
  // An operator of the column's own would bind less than those around it.
  const sql = `(${column})`
  const cell = () => {
    if (kind === 'time') return timeCell(sql, homeZoneSql)
    if (kind === 'place_time') return placeTimeCell(sql, zone)
    if (kind === 'code') return inline(sql)
    if (kind === 'text') return inline(writtenText(sql))
    if (kind.includes(':')) return inline(label(kind, sql))
    return `'<c><v>' || ${sql} || '</v></c>'`
  }
  return `coalesce(${cell()}, '<c/>')`
}

/** Spanish head of a spreadsheet column. */
export function columnHead(list: string, column: string): string {
  return text(`column.${list}.${column}`)
}
