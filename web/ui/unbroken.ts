const nbsp = '\u00a0'
const port = /(\bpuertos?) (?=\{\{|\d)/giu
const unit = /(?<=\d|\}\}) (?=(?:dBm?|min|ms|s|h|d|km|m|kB|MB|GB|%)(?![\p{L}\d]))/gu

/** Texts of the catalogue in which no line ends between "puerto" and its number, or between a figure and its unit. */
export const withoutBreaks = (texts: string): string => texts.replace(port, `$1${nbsp}`).replace(unit, nbsp)

/** A code with hyphens: a browser would end a line after each of them. */
const code = /(?<![\p{L}\d-])[A-Z\d]{2,}(?:-[A-Z\d]+)+(?![\p{L}\d-])/gu

/** The pieces of a sentence; every second one is a code that has to stay on one line. */
export function codePieces(sentence: string): string[] {
  const pieces: string[] = []
  let end = 0
  for (const found of sentence.matchAll(code)) {
    pieces.push(sentence.slice(end, found.index), found[0])
    end = found.index + found[0].length
  }
  return [...pieces, sentence.slice(end)]
}
