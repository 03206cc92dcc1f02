import { isUtf8 } from 'node:buffer'

/**
 * Detects the encoding of a text. Each line is UTF-8 if valid, which hardly any other text is; else it has the one single-byte
 * encoding that the letters of all other lines suggest.
 */
export type SingleByte = 'windows-1252' | 'macintosh' | 'cp850'

/** Letters of bytes 128 to 255 in DOS code page 850. */
const dosLetters =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

const decoders = { 'windows-1252': new TextDecoder('windows-1252'), macintosh: new TextDecoder('macintosh') }

function singleByte(bytes: Buffer, encoding: SingleByte): string {
  if (encoding !== 'cp850') return decoders[encoding].decode(bytes)
  return bytes.toString('latin1').replace(/[\x80-\xFF]/g, (char) => dosLetters[char.charCodeAt(0) - 128] ?? '')
}

/** UTF-8 if the whole line is valid. */
export function decoded(line: Buffer, otherwise: SingleByte): string {
  return isUtf8(line) ? line.toString('utf8') : singleByte(line, otherwise)
}

/** A text that fills its field of `room` bytes, without the UTF-8 letter that the end of the field has cut in two. */
export function utf8Uncut(text: Buffer, room: number): Buffer {
  if (text.length < room || isUtf8(text)) return text
  // A letter has four bytes at most, and all but the first begin with the bits 10.
  const start = text.subarray(-3).findLastIndex((byte) => byte >= 0xc2)
  const whole = text.subarray(0, start === -1 ? text.length : start - Math.min(text.length, 3))
  return isUtf8(whole) ? whole : text
}

const isLower = (char: string) => /\p{Ll}/u.test(char)
const isUpper = (char: string) => /\p{Lu}/u.test(char)
const isLetter = (char: string) => /\p{L}/u.test(char)
const vowels = 'aeiouáéíóúü'

function lowerScore(char: string, before: string, after: string): number {
  if (isUpper(after)) return -3
  if (char === 'ñ') return vowels.includes(after.toLowerCase()) && after !== '' ? 3 : -2
  if (!'áéíóúü'.includes(char)) return 'àèòçï'.includes(char) ? 1 : -1
  const plain = char.normalize('NFD').charAt(0)
  const both = vowels.includes(before || ' ') && vowels.includes(after || ' ')
  return both || before === plain || after === plain ? -1 : 3
}

function upperScore(char: string, before: string): number {
  if (isLower(before)) return -3
  return 'ÁÉÍÓÚÜÑ'.includes(char) ? 2 : 'ÀÈÒÇÏ'.includes(char) ? 1 : -1
}

function signScore(char: string, before: string, after: string): number {
  const inside = isLetter(before) && isLetter(after)
  if ('ºª°'.includes(char)) return !isLetter(after) && /[\d.MNnDS]/.test(before) ? 2 : -1
  if (char === '·') return /^l$/i.test(before) && /^l$/i.test(after) ? 2 : -1
  if ('’‘'.includes(char)) return inside && !/[ldnsmt]/i.test(before) ? -2 : 0
  if ('“”«»–—€'.includes(char)) return inside ? -2 : 0
  if ('¿¡'.includes(char)) return isLetter(before) ? -3 : isLetter(after) ? 1 : -1
  return /\p{Cc}/u.test(char) ? -5 : inside ? -4 : -1
}

/** Similarity to Spanish: each non-ASCII character is scored by its neighbours. */
function score(text: string): number {
  let sum = 0
  for (const { 0: char, index } of text.matchAll(/[^\0-\x7F]/g)) {
    const [before, after] = [text.charAt(index - 1), text.charAt(index + 1)]
    if (isLower(char)) sum += lowerScore(char, before, after)
    else sum += isUpper(char) ? upperScore(char, before) : signScore(char, before, after)
  }
  return sum
}

const candidates = ['windows-1252', 'macintosh', 'cp850'] as const satisfies SingleByte[]
/** Maximum lines scored. */
const enough = 2000
/** Score by which another encoding must exceed the default. */
const margin = 3

/** Collects evidence from lines that are not UTF-8. */
export class EncodingEvidence {
  readonly #scores: Record<SingleByte, number> = { 'windows-1252': 0, macintosh: 0, cp850: 0 }
  #lines = 0

  add(line: Buffer): void {
    if (this.#lines === enough || isUtf8(line)) return
    this.#lines += 1
    for (const one of candidates) this.#scores[one] += score(singleByte(line, one))
  }

  /** Windows-1252 unless another one gives clearly better Spanish. */
  get best(): SingleByte {
    return this.bestBut('windows-1252')
  }

  /** The usual one unless another one gives clearly better Spanish. */
  bestBut(usual: SingleByte): SingleByte {
    const scores = this.#scores
    const best = candidates.reduce((a, b) => (scores[b] > scores[a] ? b : a))
    return scores[best] > 0 && scores[best] - scores[usual] >= margin ? best : usual
  }
}
