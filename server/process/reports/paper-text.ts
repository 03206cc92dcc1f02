/** Text on PDF papers: one embedded font with Latin, Greek and Cyrillic letters; pdfkit embeds only the glyphs that are used. */
import { fileURLToPath } from 'node:url'

export type Doc = PDFKit.PDFDocument

const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}.ttf`))
/** Paths of the font's two weights. */
export const fonts = {
  regular: fontFile('400Regular/Inter_400Regular'),
  bold: fontFile('700Bold/Inter_700Bold'),
}

/** Sizes in pt; `code` slashes the zeros. */
export interface Style extends Omit<PDFKit.Mixins.TextOptions, 'features'> {
  size: number
  ink?: string
  bold?: boolean
  code?: boolean
}

/** A font as fontkit opens it. */
interface Font {
  hasGlyphForCodePoint: (code: number) => boolean
  layout: (text: string, features?: Readonly<Record<string, boolean>>) => unknown
  createSubset: () => unknown
  /** Glyphs so far, each with the characters that it was first asked for, which a PDF says of it. */
  _glyphs: object
}
/** pdfkit has no public way to ask which characters a font has, to set features for all texts, or to keep a font open. */
interface WithFont {
  _font: { font: Font; subset: unknown }
}
const fontOf = (doc: Doc) => (doc as unknown as WithFont)._font

const opened = new Map<string, Font>()

/**
 * Sets the fonts of a new document. They stay open for the next one: reading their tables takes ten times as long as a paper.
 * Contextual alternates, which print "2x3" as "2×3" and "->" as an arrow, are off: a code stays as it is.
 */
export function openFonts(doc: Doc): void {
  for (const path of Object.values(fonts)) {
    const embedded = fontOf(doc.font(path))
    const font = opened.get(path) ?? embedded.font
    if (font === embedded.font) {
      const layout = font.layout.bind(font)
      font.layout = (text, features) => layout(text, { ...features, calt: false })
      opened.set(path, font)
    } else Object.assign(embedded, { font, subset: font.createSubset() })
    // As parts of others, such as the dot of ":", glyphs were asked for no character: the next paper could not be copied.
    font._glyphs = {}
  }
}

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })
const common = /^[\n\x20-\x7E\xA0-\xAC\xAE-\xFF]*$/
/** Characters without a form of their own: joiners, directions, soft hyphens, variants, controls. */
const formless = /[\p{Cf}\p{Variation_Selector}\p{Cc}]/gu

/** The text with a box for each character that the font lacks: another letter in its place would be a false name. */
function legible(doc: Doc, words: string): string {
  if (common.test(words)) return words
  const { font } = fontOf(doc)
  const shown = (piece: string) => {
    if (piece === '\n') return piece
    if (/^\s$/.test(piece)) return piece === '\u00A0' || piece === '\u202F' ? '\u00A0' : ' '
    const visible = piece.replaceAll(formless, '')
    return [...visible].every((one) => font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0)) ? visible : '□'
  }
  const pieces = graphemes.segment(words.replaceAll('\r\n', '\n').normalize('NFC'))
  return Array.from(pieces, ({ segment }) => shown(segment)).join('')
}

function optionsOf(doc: Doc, { size, ink, bold = false, code = false, ...options }: Style): PDFKit.Mixins.TextOptions {
  doc.font(fonts[bold ? 'bold' : 'regular']).fontSize(size)
  if (ink) doc.fillColor(ink)
  // As an object: see `openFonts`.
  return code ? { ...options, features: { zero: true } as unknown as PDFKit.Mixins.OpenTypeFeatures[] } : options
}

/** Writes at x, y (pt from the top left); below the text before if they are null. */
export function write(doc: Doc, words: string, at: { x: number; y: number } | null, style: Style): void {
  const options = optionsOf(doc, style)
  if (at) doc.text(legible(doc, words), at.x, at.y, options)
  else doc.text(legible(doc, words), options)
}

/** Height in pt of the text as `write` breaks it. */
export function heightOf(doc: Doc, words: string, style: Style & { width: number }): number {
  const options = optionsOf(doc, style)
  return doc.heightOfString(legible(doc, words), options)
}

/** Width in pt of the text in one line. */
export function widthOf(doc: Doc, words: string, style: Style): number {
  const options = optionsOf(doc, style)
  return doc.widthOfString(legible(doc, words), options)
}
