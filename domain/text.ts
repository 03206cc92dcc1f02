/** Text normalization: cleaning input, search forms, natural sort order. */

/**
 * Invisible characters: controls (except tab and line ends), soft hyphen, zero-width characters and bidirectional
 * marks. They make two names look the same, or one read as another. Code points, shared with the database.
 */
const invisibleRanges: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x84],
  [0x86, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2069],
  [0xfeff, 0xfeff],
]
const hex = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`
const invisible = new RegExp(`[${invisibleRanges.map(([first, last]) => `${hex(first)}-${hex(last)}`).join('')}]`, 'g')
const blanks = /[ \t\n\v\f\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g

/** Multi-line text without invisible characters, line ends as `\n`; blanks and paragraphs are kept. */
export function cleanLines(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(invisible, '')
    .normalize('NFC')
}

/** Single-line text: no invisible characters, each run of blanks and line ends as one blank, trimmed. */
export function cleanLine(text: string): string {
  return text.replace(blanks, ' ').replace(invisible, '').normalize('NFC').replace(/ {2,}/g, ' ').trim()
}

/** Typographic characters that keyboards and word processors write for plain punctuation. */
const typographic: readonly (readonly [written: RegExp, plain: string])[] = [
  [/[\u2018-\u201b\u2032\u02b9\u02bc\u00b4`]/g, "'"],
  [/[\u201c-\u201f\u2033\u00ab\u00bb]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
]
const marks = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g

/**
 * Search form of a name: lower case, no accents except that of ñ, plain punctuation, single blanks, nothing invisible.
 * Names with the same search form are equal. `fold_name` of `server/db/functions/text.sql` is the same in SQL.
 */
export function foldName(text: string): string {
  // Replace characters with a plain form before NFKC, which would turn an acute accent into a blank with a combining
  // mark.
  let folded = text.replace(invisible, '')
  for (const [written, plain] of typographic) folded = folded.replace(written, plain)
  folded = folded.normalize('NFKC').toLowerCase().normalize('NFD')
  folded = folded.replaceAll('n\u0303', '\u00f1').replace(marks, '').normalize('NFC')
  return folded.replace(blanks, ' ').trim()
}

/** Search form with ñ as n: finds names typed on a foreign keyboard, and the other way round. */
export function looseName(text: string): string {
  return foldName(text).replaceAll('\u00f1', 'n')
}

/** A code as compared: upper case, plain punctuation, no blanks and nothing invisible. */
export function normalCode(text: string): string {
  let plain = text.replace(invisible, '')
  for (const [written, instead] of typographic) plain = plain.replace(written, instead)
  return plain.normalize('NFKC').toUpperCase().replace(blanks, '')
}

const collator = new Intl.Collator('es', { numeric: true })

/** Natural sort order of names and codes, also used by the lists: `NAT-2` before `NAT-10`. */
export const compareNatural = (one: string, other: string): number => collator.compare(one, other)
