import { inflateSync } from 'node:zlib'

/** Objects of a PDF by number, streams inflated; as pdfkit writes them, each in the open. */
function objectsOf(pdf: Buffer): Map<string, string> {
  const source = pdf.toString('latin1')
  const objects = new Map<string, string>()
  for (const { 0: head, 1: number = '', index } of source.matchAll(/(\d+) 0 obj\n/g)) {
    const whole = source.slice(index + head.length, source.indexOf('endobj', index))
    const [dictionary = '', stream] = whole.split('\nstream\n')
    const bytes = Buffer.from(stream?.slice(0, stream.lastIndexOf('\nendstream')) ?? '', 'latin1')
    const open = dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes
    objects.set(number, `${dictionary}\n${open.toString('latin1')}`)
  }
  return objects
}

const utf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Characters by the codes of glyphs, from a `ToUnicode` table. */
function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
    for (const [offset, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries())
      letters.set((parseInt(first, 16) + offset).toString(16).padStart(4, '0'), utf16(hex.replaceAll(' ', '')))
  return letters
}

/** The text of our PDFs as a reader copies it, one line each; no-break spaces as spaces. */
export function pdfText(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const all = [...objects.values()].join('\n')
  const fonts = new Map<string, Map<string, string>>()
  for (const [, name = '', number = ''] of all.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number) ?? '')?.[1]
    if (table === undefined) throw new Error(`the font ${name} is not embedded`)
    fonts.set(name, lettersOf(objects.get(table) ?? ''))
  }
  const lines = [...all.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)]
  let letters = new Map<string, string>()
  return lines
    .flatMap(([, font, line]) => {
      if (font !== undefined) letters = fonts.get(font) ?? letters
      if (line === undefined) return []
      const glyphs = [...line.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      return [glyphs.map((glyph) => letters.get(glyph) ?? '\uFFFD').join('')]
    })
    .join('\n')
    .replaceAll('\u00A0', ' ')
}
