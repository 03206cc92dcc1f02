/** Columns of lists, as their downloads write them. */

/**
 * Kind of a column: decides its cell in a spreadsheet. `code` has a fixed format, `text` is typed by users; `status:`
 * names an enumeration of domain/status.ts, `choice:` a set of words with texts `choice.<set>.<word>`, `choices:` a list
 * of them, `words:` a set that only its texts declare. `place_time` is an instant in the time zone of the row's place,
 * `time` one in the product's zone; `day` is an ISO date without a time; `duration` is in seconds. `call` is the path of
 * a call, `problem` the code of a problem; `device` a user agent or the id of an installation. `before:` is a `status:`
 * that spreadsheets, like the lists, leave empty where the column `to` has the same.
 */
export type ColumnKind =
  | 'id'
  | 'integer'
  | 'number'
  | 'power'
  | 'code'
  | 'text'
  | 'boolean'
  | 'duration'
  | 'call'
  | 'device'
  | 'problem'
  | TimeKind
  | `status:${string}`
  | `before:${string}`
  | `choice:${string}`
  | `choices:${string}`
  | `words:${string}`
type TimeKind = 'time' | 'place_time' | 'day'

/** Columns of a box's code, with the name of the column of its printed label. */
const printed: Readonly<Record<string, string>> = { 'cto.code': 'cto.label', cto_code: 'cto_label' }

/** The columns that a download takes when it is asked for them: those of the list, and the printed label beside a box's code. */
export function downloadColumns({
  columns,
}: {
  columns: Readonly<Record<string, ColumnKind>>
}): Map<string, ColumnOfDownload> {
  return new Map(
    Object.entries(columns).flatMap(([name, kind]): [string, ColumnOfDownload][] => {
      const label = printed[name]
      const own: [string, ColumnOfDownload] = [name, { kind }]
      return label === undefined ? [own] : [own, [label, { kind: 'code', labelOf: name }]]
    }),
  )
}
interface ColumnOfDownload {
  kind: ColumnKind
  /** The column is the label that is printed on the box whose code is in this column. */
  labelOf?: string
}
