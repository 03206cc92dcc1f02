import type { ColumnKind } from '@hilo/contract/columns.ts'
import { contract } from '@hilo/contract/index.ts'
import { beforeLabel } from '@hilo/domain/inventory.ts'
import { choices } from '@hilo/domain/choices.ts'
import { deviceMarks, installationId } from '@hilo/domain/device.ts'
import { cellStart, formulaSigns } from '@hilo/domain/formula.ts'
import { homeZone } from '@hilo/domain/place-clock.ts'
import { enumerations } from '@hilo/domain/status.ts'
import { cellStyle } from '../../files/workbook-parts.ts'
import { shortText, text, wordsOf } from '../texts.ts'

/** SQL of a column as a CSV field or spreadsheet cell, so that rows leave PostgreSQL ready to send. */

/** What each call does, by its path. */
const callSummaries = Object.fromEntries(Object.entries(contract).map(([path, { summary }]) => [path, summary]))

/** Formula signs as code points: TAB CR + - = @ and their full-width forms; an apostrophe may precede them. */
const formulaStart = '(9, 13, 39, 43, 45, 61, 64, 65291, 65293, 65309, 65312)'

/** `markFormulas` in SQL. Few texts need marks: a cheap test, a fiftieth of a regular expression's cost, finds them. */
function safeText(sql: string): string {
  const separated = [`';'`, `E'\\t'`, `E'\\n'`, `E'\\r'`].map((one) => `strpos(${sql}, ${one}) > 0`).join(' or ')
  const mark = `regexp_replace(${sql}, '${cellStart}(''*)(?=[${formulaSigns}])', '\\1''', 'g')`
  return `case when ascii(${sql}) in ${formulaStart} or ${separated} then ${mark} else ${sql} end`
}
/** A spreadsheet does not run text cells, but readers of the cell remove marks: a text that looks marked is marked once more. */
const twiceMarked = (sql: string) =>
  `case when strpos(${sql}, '''') > 0 then regexp_replace(${sql}, '${cellStart}(''+)(?=[${formulaSigns}])', '\\1''', 'g') else ${sql} end`

/** @param zone SQL of the time zone of the row's place */
export function csvCell(kind: ColumnKind, sql: string, zone: string): string {
  if (kind === 'place_time') return `place_time(${sql}, ${zone})`
  if (kind === 'time') return `wire_time(${sql})`
  return kind === 'text' || kind === 'device' ? safeText(sql) : sql
}

function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

/** How words are written in a cell: from a constant, and from SQL. */
interface Writing {
  constant: (value: string) => string
  sql: (sql: string) => string
}
/** SQL of a text as XML. */
const escaped = (sql: string) => `replace(replace(replace(${sql}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`
const xmlText = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const asXml: Writing = { constant: xmlText, sql: escaped }
const asTyped: Writing = { constant: String, sql: String }

/** The texts of a closed set of words. */
const labelsOf = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries((choices[name] ?? []).map((word) => [word, text(`choice.${name}.${word}`)]))

/** Spanish text of a value, looked up in its texts; a value without a text stays as it is. */
function lookedUp(sql: string, texts: Readonly<Record<string, string>>, written: Writing): string {
  const shown = Object.fromEntries(Object.entries(texts).map(([word, label]) => [word, written.constant(label)]))
  return `coalesce(${literal(JSON.stringify(shown))}::jsonb ->> ${sql}::text, ${written.sql(`${sql}::text`)})`
}

/** Spanish texts of a list of words. */
const eachLookedUp = (sql: string, texts: Readonly<Record<string, string>>, written: Writing) =>
  `(select string_agg(${lookedUp('w.one', texts, written)}, ', ' order by w.at) from regexp_split_to_table(${sql}::text, ', *') with ordinality w (one, at) where w.one <> '')`

const yesNo = (sql: string) => `case when ${sql} then ${literal(text('form.yes'))} else ${literal(text('form.no'))} end`

/** Name of the first mark found in a user agent. JavaScript's `\b` is `\y` in PostgreSQL. */
function marked(sql: string, marks: (typeof deviceMarks)['browser']): string {
  const cases = marks.map(
    ([{ source }, name]) => `when ${sql} ~ ${literal(source.replaceAll('\\b', '\\y'))} then ${literal(name)}`,
  )
  return `case ${cases.join(' ')} end`
}

/** "Chrome en Windows": the words of `deviceText` in the web. */
function deviceWords(sql: string): string {
  const [browser, system] = [marked(sql, deviceMarks.browser), marked(sql, deviceMarks.system)]
  const both = literal(text('sessions.device', { browser: '\u0001', system: '\u0002' }))
  const installed = `when ${sql} ~* ${literal(installationId.source)} then ${literal(text('list.audit.device.app'))}`
  return `case when ${sql} <> '' then coalesce(replace(replace(${both}, E'\\x01', ${browser}), E'\\x02', ${system}),
    case ${installed} end, ${browser}, ${system}, ${literal(text('list.audit.device.other'))}) end`
}

/** Spanish text of a value of a closed set; undefined for other kinds. */
function label(kind: ColumnKind, sql: string, written: Writing): string | undefined {
  const [family, name = ''] = kind.split(':')
  switch (family) {
    case 'status':
    case 'before': {
      const members = enumerations[name]?.all ?? []
      return lookedUp(
        sql,
        Object.fromEntries(members.map(({ value, label }) => [String(value), shortText(label)])),
        written,
      )
    }
    case 'choice':
      return lookedUp(sql, labelsOf(name), written)
    case 'choices':
      return eachLookedUp(sql, labelsOf(name), written)
    case 'words':
      return lookedUp(sql, wordsOf(`choice.${name}.`), written)
    case 'device':
      return deviceWords(sql)
    case 'call':
      return lookedUp(sql, callSummaries, written)
    case 'problem':
      return lookedUp(sql, wordsOf('problem.'), written)
    case 'boolean':
      return yesNo(sql)
    default:
      return undefined
  }
}

/** The shortest cell with inline text: a fifth fewer bytes to generate and compress. */
const inline = (sql: string) => `'<c t="str"><v>' || ${sql} || '</v></c>'`
/** SQL of the default time zone, without a place. */
export const homeZoneSql = `'${homeZone}'`
/** Days since 1899-12-30 in a zone's local time, as spreadsheets count. */
const serial = (sql: string, zone: string) => `date_part('epoch', ${sql} at time zone ${zone}) / 86400 + 25569`
const styled = (style: keyof typeof cellStyle, sql: string) =>
  `'<c s="${cellStyle[style]}"><v>' || ${sql} || '</v></c>'`
const timeCell = (sql: string, zone: string) => styled('time', serial(sql, zone))
/** Days since 1899-12-30. */
const dayCell = (sql: string) => styled('day', `(${sql}::date - date '1899-12-30')`)
/** In the repeated hour of October a serial number is ambiguous: the cell is text with the UTC offset. */
const placeTimeCell = (sql: string, zone: string) =>
  `case when is_repeated_hour(${sql}, ${zone}) then ${inline(`place_time(${sql}, ${zone})`)} else ${timeCell(sql, zone)} end`

const control = `E'${Array.from({ length: 31 }, (_, i) => (i === 8 || i === 9 || i === 12 ? '' : `\\x${(i + 1).toString(16).padStart(2, '0')}`)).join('')}'`

/** User text as XML on one line of the stream, without control characters; a line break is an entity. */
function writtenText(sql: string): string {
  const line = `translate(translate(${twiceMarked(sql)}, ${control}, ''), E'\r\t', '  ')`
  return `replace(${escaped(line)}, E'\n', '&#10;')`
}

/** SQL of the label that is printed on a box, from that of the box's code. */
export const labelSql = (sql: string) => `regexp_replace(${sql}, ${literal(beforeLabel.source)}, '')`

/** @param zone SQL of the time zone of the row's place */
export function xlsxCell(kind: ColumnKind, column: string, zone: string): string {
  // Parentheses, because an operator in the column's SQL may bind weaker than the surrounding ones.
  const sql = `(${column})`
  const cell = () => {
    if (kind === 'time') return timeCell(sql, homeZoneSql)
    if (kind === 'place_time') return placeTimeCell(sql, zone)
    if (kind === 'day') return dayCell(sql)
    if (kind === 'duration') return styled('duration', `(${sql} / 86400.0)`)
    if (kind === 'integer') return styled('integer', sql)
    if (kind === 'power') return styled('decimals', sql)
    if (kind === 'code') return inline(sql)
    if (kind === 'text') return inline(writtenText(sql))
    const words = label(kind, sql, asXml)
    return words === undefined ? `'<c><v>' || ${sql} || '</v></c>'` : inline(words)
  }
  return `coalesce(${cell()}, '<c/>')`
}

/** Seconds and their thousandths, where there are any. */
const exact = (sql: string) => `regexp_replace(to_char(${sql}, 'DD/MM/YYYY HH24:MI:SS,MS'), '(:00)?,000$', '')`

/**
 * A field of the CSV for people: the words of the screen, and dates and numbers as a Spanish spreadsheet reads them.
 * @param zone SQL of the time zone of the row's place
 */
export function peopleCell(kind: ColumnKind, column: string, zone: string): string {
  const sql = `(${column})`
  switch (kind) {
    case 'time':
      return `to_char(${sql} at time zone ${homeZoneSql}, 'DD/MM/YYYY HH24:MI')`
    case 'place_time': {
      const local = exact(`${sql} at time zone ${zone}`)
      return `case when is_repeated_hour(${sql}, ${zone}) then place_time(${sql}, ${zone}) else ${local} end`
    }
    case 'day':
      return `to_char(${sql}::date, 'DD/MM/YYYY')`
    case 'duration':
      return `(${sql}::bigint / 3600) || to_char(${sql}::bigint / 60 % 60, '":"FM00')`
    case 'number':
    case 'power':
      return `replace(${sql}::text, '.', ',')`
    case 'text':
      return safeText(sql)
    default: {
      // Values without a text are stored input, which may be a formula.
      const words = label(kind, sql, asTyped)
      return words === undefined ? sql : safeText(words)
    }
  }
}
