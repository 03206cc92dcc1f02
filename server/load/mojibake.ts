import type { Notes } from './notes.ts'

/** Text that was garbled before loading: repaired if possible, else reported. */

/** Characters of Windows-1252 beyond Latin-1. */
const shown = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const bytes = [
  0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96,
  0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9e, 0x9f,
]
const following = `[\\x80-\\xBF${shown}]`
/** UTF-8 of Western European letters and typographic characters, read as Windows-1252. */
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

/** Undoes repeated UTF-8 encoding, up to three times. */
function repaired(text: string): string {
  let now = text
  for (let i = 0; i < 3 && /[ÂÃâ]/.test(now); i++) now = now.replace(twice, once)
  return now
}

/**
 * Characters that no Spanish word contains: replacement and control characters, box drawings, symbols between letters, inner
 * capitals.
 */
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

/** The first garbled word; null if none. */
function oddWord(text: string): string | null {
  const found = odd.exec(text)
  if (!found) return null
  const from = text.lastIndexOf(' ', found.index) + 1
  const to = text.indexOf(' ', found.index + found[0].length)
  const word = text.slice(Math.max(from, found.index - 20), to === -1 ? undefined : to).slice(0, 40)
  return address.test(word) ? null : word
}

const plain = /^[\t\n\r\x20-\x3E\x40-\x7E]*$/

/** Repaired cells, with notes of repairs and remaining suspicious words. */
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
