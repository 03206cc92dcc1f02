/** Tables as programs write them by default: days, hours, missing values, numbers, yes and no, and the number of the row. */
import { cellKind, type CellKind, type CellValue } from './files-cells.ts'
import type { Dice } from './dice.ts'
import type { Grid } from './files-rows.ts'
import type { FuzzFile, TrueCell } from './files-truth.ts'

/** The civil time of Spain in the UTC fields of a date, and its offset in hours. */
interface Civil {
  at: Date
  offset: number
}
interface Writer {
  day: (civil: Civil) => string
  moment: (civil: Civil) => string
  /** True if its moments carry their zone: they are shown with it. */
  zone?: 'Z' | '+'
  none?: string
  yesNo?: readonly [yes: string, no: string]
  number?: (value: number) => string
  /** Numbers the rows in a first column without heading. */
  index?: true
}

const iso = ({ at }: Civil) => at.toISOString()
const isoDay = (civil: Civil) => iso(civil).slice(0, 10)
const isoTime = (civil: Civil) => iso(civil).slice(0, 19).replace('T', ' ')
/** The same instant in UTC. */
const utc = ({ at, offset }: Civil): Civil => ({ at: new Date(at.getTime() - offset * 3_600_000), offset: 0 })
const slashed = (text: string) => text.replaceAll('-', '/')
/** Month first, without zeros. */
const american = (civil: Civil, yearDigits: number) => {
  const [year = '', month, day] = isoDay(civil).split('-')
  return `${Number(month)}/${Number(day)}/${year.slice(-yearDigits)}`
}
const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const weekDays = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')
const ofJavaScript = (civil: Civil) => {
  const { at, offset } = civil
  const [, month = 1, day = ''] = isoDay(civil).split('-')
  const date = `${weekDays[at.getUTCDay()]} ${monthNames[Number(month) - 1]} ${day} ${at.getUTCFullYear()}`
  return `${date} ${iso(civil).slice(11, 19)} GMT+0${offset}00 (hora de Europa central)`
}

const writers: Readonly<Record<string, Writer>> = {
  pandas: { day: isoDay, moment: isoTime, yesNo: ['True', 'False'], number: (value) => value.toFixed(1), index: true },
  'pandas, nullable': { day: isoDay, moment: isoTime, none: '<NA>', yesNo: ['True', 'False'] },
  R: { day: isoDay, moment: isoTime, none: 'NA', yesNo: ['TRUE', 'FALSE'], index: true },
  'R, UTC': { day: isoDay, moment: (civil) => `${isoTime(utc(civil))} UTC`, zone: 'Z', none: 'NaT' },
  COPY: { day: isoDay, moment: (civil) => `${isoTime(civil)}+0${civil.offset}`, zone: '+', none: '\\N', yesNo: ['t', 'f'] }, // prettier-ignore
  DBeaver: { day: isoDay, moment: (civil) => `${isoTime(civil)}.000`, none: '[NULL]' },
  ogr2ogr: {
    day: (civil) => slashed(isoDay(civil)),
    moment: (civil) => `${slashed(isoTime(civil))}+0${civil.offset}`,
    zone: '+',
    yesNo: ['1', '0'],
  },
  'JSON.stringify': { day: (civil) => iso(utc(civil)), moment: (civil) => iso(utc(civil)), zone: 'Z', none: 'null' },
  'String(date)': { day: ofJavaScript, moment: ofJavaScript, zone: '+', none: 'undefined' },
  '.NET': {
    day: (civil) => `${isoDay(civil)}T00:00:00.0000000+0${civil.offset}:00`,
    moment: (civil) => `${iso(civil).slice(0, 19)}.0000000+0${civil.offset}:00`,
    zone: '+',
    yesNo: ['True', 'False'],
  },
  Java: {
    day: isoDay,
    moment: (civil) => `${iso(civil).slice(0, 16)}+0${civil.offset}:00[Europe/Madrid]`,
    zone: '+',
    none: 'null',
  },
  'LibreOffice in English': {
    day: (civil) => `${american(civil, 4)} 0:00`,
    moment: (civil) => `${american(civil, 4)} ${iso(civil).slice(11, 16)}`,
  },
  SheetJS: {
    day: (civil) => american(civil, 2),
    moment: (civil) => `${american(civil, 2)} ${iso(civil).slice(11, 16)}`,
  },
}

interface Cell {
  text: string
  is: TrueCell
}

/** A zoned moment as the preview shows it. */
function shownMoment(civil: Civil, zone: 'Z' | '+'): string {
  const [year, month, day] = isoDay(zone === 'Z' ? utc(civil) : civil).split('-')
  const time = iso(zone === 'Z' ? utc(civil) : civil).slice(11, 16)
  return `${day}/${month}/${year} ${time} UTC${zone === 'Z' ? '' : `+0${civil.offset}:00`}`
}

/** In the first row the day is no month, so that the file shows which of both stands first. */
function civilTime(dice: Dice, row: number, withHour: boolean): Civil {
  const [month, offset] = dice.pick([[12, 1] as const, [7, 2] as const])
  const day = row === 0 ? 13 + dice.below(15) : 1 + dice.below(28)
  return { at: new Date(Date.UTC(2027, month - 1, day, withHour ? 7 + dice.below(10) : 0)), offset }
}

function cellOf(dice: Dice, writer: Writer, kind: CellKind, value: CellValue, at: number, optional: boolean): Cell {
  const { none, yesNo, number = String, zone } = writer
  if (none !== undefined && optional && dice.chance(0.15)) return { text: none, is: null }
  const text = String(value ?? '')
  if (text === '') return { text, is: null }
  if (kind === 'date' || kind === 'moment') {
    const civil = civilTime(dice, at, kind === 'moment')
    if (kind === 'date') return { text: writer.day(civil), is: civil.at }
    return { text: writer.moment(civil), is: zone === undefined ? civil.at : shownMoment(civil, zone) }
  }
  if (kind === 'words' && yesNo && /^(?:sí|no)$/.test(text)) {
    const word = text === 'sí' ? yesNo[0] : yesNo[1]
    return { text: word, is: text }
  }
  if (kind === 'whole' && /^\d+$/.test(text)) return { text: number(Number(text)), is: Number(text) }
  return { text, is: text }
}

const quoted = (cell: string) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A CSV of one program, with what its cells mean. */
export function drawWritten(dice: Dice, grid: Grid): FuzzFile {
  const how = dice.pick(Object.keys(writers))
  const writer = writers[how] as Writer
  const separator = dice.pick([',', ',', ';', '\t'])
  const heads = grid.columns.map(({ head }) => head)
  const rows = grid.rows.map((row, at) =>
    grid.columns.map((column, i) => {
      const optional = column.needed === undefined
      return cellOf(dice, writer, cellKind(column, grid.table), row[i] ?? null, at, optional)
    }),
  )
  const lines = [heads, ...rows.map((row) => row.map(({ text }) => text))].map((cells, at) =>
    (writer.index ? [at === 0 ? '' : String(at), ...cells] : cells).map(quoted).join(separator),
  )
  // A line break inside a cell counts as a line of the file.
  const breaks = (line: string) => line.split(/\r\n|\r|\n/).length
  const lineOf = (at: number) => 1 + lines.slice(0, at + 1).reduce((sum, line) => sum + breaks(line), 0)
  const meant = { heads, rows: new Map(rows.map((row, at) => [lineOf(at), row.map(({ is }) => is)])) }
  return { format: 'csv', bytes: Buffer.from(`${lines.join('\n')}\n`), how: `by ${how}`, meant }
}
