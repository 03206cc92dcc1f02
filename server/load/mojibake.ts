import type { Notes } from './notes.ts'

/** Text that was garbled before it came here: what can be put right is, and the rest is told. */

/** Windows-1252 shows these bytes as signs beyond Latin-1. */
const shown = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const bytes = [
  0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96,
  0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9e, 0x9f,
]
const following = `[\\x80-\\xBF${shown}]`
/** UTF-8 of the letters of Western Europe and of typographic signs, read as if it were Windows-1252. */
const twice = new RegExp(`[ÂÃ]${following}|â${following}{2}`, 'g')
const strict = new TextDecoder('utf-8', { fatal: true })

function once(run: string): string {
  const raw = Uint8Array.from(run, (char) => bytes[shown.indexOf(char)] ?? char.charCodeAt(0))
  try {
    return strict.decode(raw)
  } catch {
    return run
  }
}

/** Undoes UTF-8 that was encoded again, up to three times over. */
export function repaired(text: string): string {
  let now = text
  for (let i = 0; i < 3 && /[ÂÃâ]/.test(now); i++) now = now.replace(twice, once)
  return now
}

/** What stands in no Spanish word: lost letters, control characters, frames of boxes, signs between letters, a lost capital. */
const odd = new RegExp(
  [
    '[\\uFFFD\\u2500-\\u259F]|[\\0-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]',
    '\\p{L}[¤¢£¥¦§¶†‡•‰¬±¼½¾÷×ƒ„‚‹›™®©¿¡«»“”¨¸‗¯?]+\\p{L}',
    '\\p{Lu}[à-öø-ÿ]\\p{Lu}',
    '[ÃÂ][^\\p{L}\\s.,;:)]',
  ].join('|'),
  'u',
)
const address = /:\/\/|www\.|@/

/** The word that looks garbled; null where none does. */
export function oddWord(text: string): string | null {
  const found = odd.exec(text)
  if (!found) return null
  const from = text.lastIndexOf(' ', found.index) + 1
  const to = text.indexOf(' ', found.index + found[0].length)
  const word = text.slice(Math.max(from, found.index - 20), to === -1 ? undefined : to).slice(0, 40)
  return address.test(word) ? null : word
}

const plain = /^[\t\n\r\x20-\x3E\x40-\x7E]*$/

/** Cells as they were meant, with a note of what was put right and of what looks wrong. */
export function checked(cells: string[], line: number, notes: Notes): string[] {
  return cells.map((cell) => {
    if (plain.test(cell)) return cell
    const now = repaired(cell)
    if (now !== cell) notes.line('repaired', line, `«${cell.slice(0, 40)}» → «${now.slice(0, 40)}»`)
    const word = oddWord(now)
    if (word !== null) notes.line('garbled', line, `«${word.replace(/\p{C}/gu, '\uFFFD')}»`)
    return now
  })
}
