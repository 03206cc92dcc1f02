/** Numbers of fields that a map file declares as numeric: they have a point before their decimals, and no thousands. */
import { numberValue } from './cell-text.ts'
import type { Feature } from './features.ts'

const asNumber = { asDate: false, asUtc: false, date1904: false }
/** Leading zeros, and more digits than a number keeps: only the text has them. */
const moreThanNumber = /^[+-]?(?:0\d|\d{16})/

/** Shortest form of a typed number, `45` for `45.000`; null if it is none, or says more than its number. */
function typedNumber(written: string): string | null {
  return moreThanNumber.test(written) ? null : (numberValue(written, asNumber)?.text ?? null)
}

/** A property with its text, and whether its field is numeric. */
export type TypedProperty = readonly [name: string, text: string, isNumeric: boolean]

/** Properties of a feature, those that are numbers in their shortest form. */
export function typedProperties(found: readonly TypedProperty[]): Pick<Feature, 'properties' | 'numbers'> {
  const numbers: string[] = []
  const properties = found.map(([name, text, isNumeric]) => {
    const number = isNumeric ? typedNumber(text) : null
    if (number !== null) numbers.push(name)
    return [name, number ?? text] as const
  })
  return { properties, numbers }
}
