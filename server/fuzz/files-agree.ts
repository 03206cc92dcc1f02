/** Compares the value shown by a load with the file's, independently of the load's code. */
import { text } from '../kernel/texts.ts'
import type { CellKind, CellValue } from './files-cells.ts'
import { broken, type TrueCell } from './files-truth.ts'

const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g
const visible = (text: string) => text.replace(/\r\n?/g, '\n').replace(invisible, '').trim()
/** An apostrophe before a formula sign marks a text, and is not part of it. */
const unmarked = (text: string) => text.replace(/(^|[;\t\r\n])'('*)(?=[\t\r+\-=@\uff0b\uff0d\uff1d\uff20])/g, '$1$2')

const fromSpanish = (shown: string) => Number(shown.replaceAll('.', '').replace(',', '.'))

/** All numbers that a text may mean, by either decimal mark. */
function numbersOf(text: string): number[] {
  const plain = text.replace(/[\u2010-\u2015\u2212\uFE63\uFF0D]/g, '-').replace(/[\s\u00a0]/g, '')
  const [, sign = '', digits = '', exponent = ''] = /^\+?(-?)([\d.,]+)(e[+-]?\d+)?[a-z°º/.]*$/i.exec(plain) ?? []
  if (digits === '') return []
  const readings = [digits.replaceAll(',', ''), digits.replaceAll('.', '').replace(',', '.')]
  const west = /[swo]$/i.test(plain) ? -1 : 1
  return readings.map((one) => west * Number(`${sign}${one}${exponent}`)).filter(Number.isFinite)
}

const near = (a: number, b: number) => Math.abs(a - b) <= Math.max(1e-7, Math.abs(b) * 1e-12)

const monthNames = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ')
/** Numbers of a date in order, a month's name as its number. */
const partsOf = (text: string): number[] =>
  [...text.toLowerCase().matchAll(/\d+|[a-zñ]{3,}/g)].flatMap(([word]) => {
    const month = monthNames.indexOf(word.slice(0, 3)) + 1
    return /^\d/.test(word) ? [Number(word)] : month > 0 ? [month] : []
  })

function agreesDate(said: CellValue, shown: string, withHour: boolean): boolean {
  const wants = partsOf(shown).slice(0, withHour ? 5 : 3)
  if (said instanceof Date) {
    const at = new Date(Math.round(said.getTime() / 1000) * 1000)
    const is = [at.getUTCDate(), at.getUTCMonth() + 1, at.getUTCFullYear(), at.getUTCHours(), at.getUTCMinutes()]
    return wants.every((one, n) => one === is[n])
  }
  // With its zone it is shown as written.
  if (/ UTC/.test(String(said))) return said === shown
  const [first = 0, second = 0, third = 0, ...hour] = partsOf(String(said))
  const [day, month, year] = first > 31 ? [third, second, first] : [first, second, third]
  const whole = year < 100 ? 2000 + year : year
  const late = /p\.?\s*m\.?/i.test(String(said))
  return [day, month, whole, ...(late ? [] : hour)].slice(0, wants.length).every((one, n) => one === wants[n])
}

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
const yes = ['si', 's', 'true', 'verdadero', '1', 'x', 'yes', 'y']
const no = ['no', 'n', 'false', 'falso', '0']

/** A closed set is shown by label, and written by label, word or number. @param words keys of its texts */
function agreesWord(said: string, shown: string, words: readonly string[]): boolean {
  const [wants, is] = [folded(shown), folded(said)]
  if (wants === 'si') return yes.includes(is)
  if (wants === 'no') return no.includes(is)
  const key = words.find((one) => folded(text(one)) === wants)
  return wants === is || /^\d+$/.test(is) || folded(key?.split('.').at(-1) ?? '') === is
}
const listed = (text: string) => text.split(/[,;|]| (?=\d)/).map((one) => one.trim()).filter(Boolean) // prettier-ignore

/** Digits of a phone number without its country code. */
const national = (text: string) => text.replace(/\D/g, '').replace(/^(00)?34(?=\d{9}$)/, '')
const serialOf = (text: string) => {
  const plain = text.toUpperCase().replace(/^S\/?N:?/i, '').replace(/[^0-9A-Z]/g, '') // prettier-ignore
  const hex = /^([0-9A-F]{8})([0-9A-F]{8})$/.exec(plain)
  return hex?.[1] ? Buffer.from(hex[1], 'hex').toString('latin1') + hex[2] : plain
}

/** A number as text: integers without exponent. */
const digitsOf = (value: number) => (Number.isInteger(value) ? BigInt(value).toString() : String(value))

/** @param shown what the load would store, as lists show it; '' if nothing */
export function agrees(kind: CellKind, said: TrueCell, shown: string, words: readonly string[] = []): boolean {
  if (said === broken) return false
  const plain = said === null ? '' : typeof said === 'number' ? digitsOf(said) : visible(unmarked(String(said)))
  if (plain === '' || shown === '') return plain === shown
  switch (kind) {
    case 'whole':
    case 'number': {
      const value = fromSpanish(shown)
      return (typeof said === 'number' ? [said] : numbersOf(plain)).some((one) => near(one, value))
    }
    case 'date':
    case 'moment':
      return typeof said !== 'number' && agreesDate(said, shown, kind === 'moment')
    case 'words':
      return agreesWord(plain, shown, words)
    case 'phone':
      return national(plain) === national(shown)
    case 'serial':
      return serialOf(plain) === serialOf(shown)
    case 'code':
      return plain.toUpperCase().replace(/\s+/g, '').replace(/[\u2010-\u2015\u2212\uFE63\uFF0D]/g, '-') === shown // prettier-ignore
    case 'list': {
      const [is, wants] = [listed(plain), listed(shown)]
      return is.length === wants.length && is.every((one, at) => agreesWord(one, wants[at] ?? '', words))
    }
    case 'text':
      return typeof said === 'number' ? Number(shown) === said : !(said instanceof Date) && plain === shown
  }
}
