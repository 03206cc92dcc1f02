/** GS1 element strings and ISO/IEC 15434 messages: the coded values in the text of a scanned symbol. Pure. */

/** Total length, application identifier included, by its first two digits (GS1 General Specifications, figure 7.8.5-2). */
const fixed = new Map<string, number>([
  ['00', 20],
  ...['01', '02', '03'].map((ai) => [ai, 16] as const),
  ['04', 18],
  ...['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((ai) => [ai, 8] as const),
  ['20', 4],
  ...['31', '32', '33', '34', '35', '36'].map((ai) => [ai, 10] as const),
  ['41', 16],
])
/** Digits of an application identifier by its first two; two where none is named. */
const digits = (first: string): number =>
  /^(?:2[345]|4[012])/.test(first) ? 3 : /^(?:3[1-69]|[478])/.test(first) ? 4 : 2
/** The longest value without a fixed length. */
const longest = 90

/** An element: application identifier, or data identifier of ISO/IEC 15434, and its value. */
interface Element {
  id: string
  value: string
}

const separator = '\x1d'
/** Decoders show control characters as their pictures, U+2400 and above. */
const controls = (text: string) =>
  text.replace(/[\u2400-\u241F]/g, (picture) => String.fromCharCode(picture.charCodeAt(0) - 0x2400))

/** `(01)08412345678905(21)HWTC…`, as decoders print it. */
function bracketed(text: string): Element[] | null {
  if (!/^(?:\(\d{2,4}\)[^(]+)+$/.test(text)) return null
  return [...text.matchAll(/\((\d{2,4})\)([^(]+)/g)].map(([, id = '', value = '']) => ({ id, value: value.trim() }))
}

/** Elements one behind the other: fixed lengths, or up to the separator. */
function joined(text: string): Element[] | null {
  const found: Element[] = []
  let rest = text
  while (rest !== '') {
    const first = rest.slice(0, 2)
    if (!/^\d\d$/.test(first)) return null
    const end = fixed.get(first) ?? (rest.includes(separator) ? rest.indexOf(separator) : rest.length)
    const length = digits(first)
    if (end > rest.length || end <= length || end > length + longest) return null
    const element = { id: rest.slice(0, length), value: rest.slice(length, end) }
    if (!/^\d+$/.test(element.id) || element.value.includes(separator)) return null
    found.push(element)
    rest = rest.slice(end).replace(/^\x1d/, '')
  }
  return found.length > 0 ? found : null
}

/** `[)>␞06␝SHWTC…␞␄`: format 06, data identifiers of ANSI MH10.8.2. */
function message(text: string): Element[] | null {
  const body = /^\[\)>\x1e06\x1d([^\x1e]+)/.exec(text)?.[1]
  if (body === undefined) return null
  return body.split(separator).flatMap((field) => {
    const [, id, value] = /^(\d{0,3}[A-Z])(.+)$/.exec(field) ?? []
    return id !== undefined && value !== undefined ? [{ id, value }] : []
  })
}

/**
 * The elements of a GS1 symbol or of an ISO/IEC 15434 message, in the forms in which decoders return them: bracketed,
 * with the separator U+001D, with or without a symbology identifier in front. Null if the text is neither. Digits alone
 * can be read as GS1 by chance: check what the values are.
 */
export function elementsOf(text: string): Element[] | null {
  const plain = controls(text.trim()).replace(/^\](?:C1|d2|Q3|e0|J1)/, '')
  return message(plain) ?? bracketed(plain) ?? joined(plain.replace(/^\x1d/, ''))
}

/** Whether a text of 14 digits is a trade item's number: its last digit checks the others (modulo 10). */
const isTradeItem = (text: string): boolean =>
  text.length === 14 && [...text].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1), 0) % 10 === 0

/** Whether the text itself tells that it is coded, so that it is no label as it stands. */
export const isCoded = (text: string): boolean =>
  /[\x1d\u241D]|^\](?:C1|d2|Q3|e0|J1)|^\[\)>/.test(text) ||
  bracketed(text.trim()) !== null ||
  isTradeItem(/^01(\d{14})(?=\D|\d{2})/.exec(text)?.[1] ?? '')

/** Serial of an item, asset, or component: application identifiers, and data identifiers. */
const serials = new Set(['21', '250', '8002', '8004', '8006', 'S', '1S', '3S', '18S', '25S'])
/** Values that identify one item rather than its kind, in their order. */
export const itemsIn = (text: string): string[] =>
  (elementsOf(text) ?? []).filter(({ id }) => serials.has(id)).map(({ value }) => value)
