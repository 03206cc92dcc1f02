/** Workbooks of a grid, each cell in one of the notations of programs, and typical damage. */

import { workbookParts } from '../test/workbook.ts'
import type { Dice } from './dice.ts'
import type { CellValue } from './files-cells.ts'
import { headsOf, type Grid } from './files-rows.ts'
import { broken, type TrueCell } from './files-truth.ts'

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, (char) => {
      return `_x${char.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`
    })

/** Cell styles: general, date, date with time, text, a custom format, and a date with time of UTC. */
const styles = [0, 14, 22, 49, 200, 201]
const unixDay = 25_569
const serialOf = (value: Date, date1904: boolean) => value.getTime() / 86_400_000 + unixDay - (date1904 ? 1462 : 0)

/** A time of UTC as a preview shows it. */
const utcShown = (value: Date) => {
  const [year, month, day] = value.toISOString().slice(0, 10).split('-')
  return `${day}/${month}/${year} ${value.toISOString().slice(11, 16)} UTC`
}

interface Drawn {
  /** Attributes and content of the element `c`. */
  xml: [attributes: string, inside: string]
  /** Set if the cell means something else than its value. */
  says?: TrueCell
}

class Sheet {
  readonly #dice: Dice
  readonly shared: string[] = []
  readonly date1904: boolean
  /** Text sections that `read-excel-file` ignores. */
  readonly sections: boolean
  /** Shared texts without a number, which `read-excel-file` takes for the first one. */
  hasEmpty = false

  constructor(dice: Dice) {
    this.#dice = dice
    this.date1904 = dice.chance(0.1)
    this.sections = dice.chance(0.15)
  }

  #share(inside: string): Drawn {
    return { xml: ['t="s"', `<v>${this.shared.push(inside) - 1}</v>`] }
  }

  #text(value: string): Drawn {
    const text = escaped(value)
    const kept = `<t xml:space="preserve">${text}</t>`
    const half = Math.floor(value.length / 2)
    const inline = (inside: string): Drawn => ({ xml: ['t="inlineStr"', `<is>${inside}</is>`] })
    switch (this.#dice.below(8)) {
      case 0:
        return inline(kept)
      case 1:
        return { xml: ['t="str"', `<f>A1</f><v>${text}</v>`] }
      case 2:
        // An escape or surrogate pair must not be cut in two.
        if (/_x|[\ud800-\udfff]/.test(text)) return this.#share(kept)
        return this.#share(
          `<r><t xml:space="preserve">${escaped(value.slice(0, half))}</t></r><r><rPr><b/></rPr><t
          xml:space="preserve">${escaped(value.slice(half))}</t></r>`.replace(/\n\s+/g, ' '),
        )
      case 3:
        return this.#share(`${kept}<rPh sb="0" eb="1"><t>ruby</t></rPh>`)
      case 4:
        return !this.sections || text !== value || /[\]_]/.test(value)
          ? inline(kept)
          : inline(`<t xml:space="preserve"><![CDATA[${value}]]></t>`)
      default:
        return this.#share(kept)
    }
  }

  #number(value: number): Drawn {
    const raw = this.#dice.chance(0.2) ? value.toExponential() : String(value)
    const style = this.#dice.pick(['', '', ' s="0"', ' s="3"', ' s="4"'])
    const type = this.#dice.pick(['', 't="n"'])
    const formula = this.#dice.chance(0.1) ? '<f>1+1</f>' : ''
    return { xml: [`${type}${style}`, `${formula}<v>${raw}</v>`] }
  }

  #date(value: Date): Drawn {
    if (this.#dice.chance(0.15)) return { xml: ['t="d"', `<v>${value.toISOString().slice(0, 19)}</v>`] }
    const whole = value.getTime() % 86_400_000 === 0
    if (!whole && this.#dice.chance(0.1)) return { ...this.#serial(value, 5), says: utcShown(value) }
    return this.#serial(value, whole ? 1 : 2)
  }

  #serial(value: Date, style: number): Drawn {
    return { xml: [`s="${style}"`, `<v>${serialOf(value, this.date1904)}</v>`] }
  }

  /** A cell of a broken program: mostly without a readable value. */
  #damaged(): Drawn {
    const of = (attributes: string, inside: string, says: TrueCell = broken): Drawn => ({
      xml: [attributes, inside],
      says,
    })
    return this.#dice.pick([
      of('t="e"', '<v>#N/A</v>'),
      of('t="e"', '<f>1/0</f><v>#DIV/0!</v>'),
      of('', '<f>SUM(A1:A2)</f>'),
      of('', '<f>A1</f><v></v>'),
      of('t="s"', '<v>99999</v>'),
      of('t="s"', '<v>-1</v>'),
      of('t="s"', '<v>0.5</v>'),
      of('t="s"', '<v>x</v>'),
      of('t="s"', '<v> </v>', null),
      of('t="s"', '<v></v>', null),
      of('t="b"', '<v>2</v>'),
      of('t="b"', '<v>no</v>'),
      of('t="b"', '<v></v>', null),
      of('t="d"', '<v>2027-02-31</v>'),
      of('t="n"', '<v>doce</v>'),
      of('t="n"', '<v>1,5</v>'),
      of('', '<v>Inf</v>'),
      of('', '<v>Infinity</v>'),
      of('', '<v>NaN</v>'),
      of('t="zz"', '<v>1</v>', '1'),
      of('s="99"', '<v>45000</v>', 45_000),
      of('s="1"', '<v>-5</v>'),
      of('s="1"', '<v>99999999</v>'),
    ])
  }

  cell(value: CellValue): Drawn {
    if (this.#dice.chance(0.02)) {
      const drawn = this.#damaged()
      this.hasEmpty ||= drawn.says === null
      return drawn
    }
    if (value === null || value === '') return { xml: ['', ''] }
    if (typeof value === 'string') return this.#text(value)
    if (typeof value === 'number') return this.#number(value)
    if (typeof value === 'boolean') return { xml: ['t="b"', `<v>${value ? 1 : 0}</v>`] }
    return this.#date(value)
  }
}

const columnName = (at: number): string =>
  (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

/** An unpacked workbook. */
export interface Book {
  parts: Record<string, string | Buffer>
  truth: Map<number, TrueCell[]>
  heads: string[]
  /** Only content that `read-excel-file` supports. */
  common: boolean
}

export function bookOf(dice: Dice, grid: Grid): Book {
  const sheet = new Sheet(dice)
  const heads = headsOf(dice, grid)
  const truth = new Map<number, TrueCell[]>()
  const placed = dice.chance(0.8)
  let line = 1
  const rowXml = (drawn: Drawn[]) => {
    const cells = drawn.map(({ xml: [attributes, inside] }, at) => {
      const place = placed ? `r="${columnName(at)}${line}" ` : ''
      const comment = dice.chance(0.02) ? '<!-- <v>9</v> -->' : ''
      return inside === '' && placed ? '' : `<c ${place}${attributes}>${comment}${inside}</c>`
    })
    return `<row${placed ? ` r="${line}"` : ''}>${cells.join('')}</row>`
  }
  let rows = rowXml(heads.map((head) => ({ xml: ['t="inlineStr"', `<is><t>${escaped(head)}</t></is>`] })))
  for (const row of grid.rows) {
    line += placed && dice.chance(0.1) ? 2 : 1
    const drawn = row.map((value) => sheet.cell(value))
    truth.set(
      line,
      row.map((value, at) => (drawn[at]?.says === undefined ? value : drawn[at].says)),
    )
    rows += rowXml(drawn)
  }
  const parts = workbookParts({
    rows,
    shared: sheet.shared,
    formats: ['0.00', 'yyyy-mm-dd hh:mm:ss UTC'],
    styles,
    properties: sheet.date1904 ? '<workbookPr date1904="1"/>' : '',
  })
  return { parts, truth, heads, common: !sheet.sections && !sheet.hasEmpty }
}
