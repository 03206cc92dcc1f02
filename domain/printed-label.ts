/** Which of the recognized words is the label, and with which confidence. Pure. */
import type { Grey } from './picture-measures.ts'

export interface LabelRead {
  text: string
  /** 0 to 1. */
  confidence: number
}

/** Minimum confidence: above it no measured reading was wrong; below it the user types the label. */
const leastTrusted = 0.85
export const trusted = (read: LabelRead | null): boolean => read !== null && read.confidence >= leastTrusted

/** Groups of letters and digits separated by dashes. */
const form = /^[A-Z0-9]{2,6}(?:-[A-Z0-9]{1,8}){1,3}$/
const leastLength = 7
/** Column indexes of the OCR engine's table (TSV). */
const column = { level: 0, confidence: 10, text: 11 }
const isWord = '5'

/** Words of a page, from the OCR engine's table. */
export function wordsOf(table: string): LabelRead[] {
  return table
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((cells) => cells[column.level] === isWord)
    .map((cells) => ({ text: (cells[column.text] ?? '').trim(), confidence: Number(cells[column.confidence]) / 100 }))
}

export function bestLabel(words: readonly LabelRead[]): LabelRead | null {
  const labels = words.filter(({ text }) => form.test(text) && text.length >= leastLength)
  return labels.toSorted((a, b) => b.confidence - a.confidence)[0] ?? null
}

/** Contrast-stretched picture: the darkest hundredth becomes black, the lightest white. */
export function stretched({ data, width, height }: Grey): Grey {
  const sorted = Uint8Array.from(data).sort()
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  const [dark, light] = [at(0.01), at(0.99)]
  const reach = Math.max(1, light - dark)
  const wider = Uint8Array.from(data, (value) => Math.max(0, Math.min(255, ((value - dark) * 255) / reach)))
  return { data: wider, width, height }
}
