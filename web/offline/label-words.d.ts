/** Which of the recognized words is the label, and with which confidence. Pure. */
import type { Grey } from '@hilo/domain/picture-measures.ts'
export interface LabelRead {
  text: string
  /** 0 to 1. */
  confidence: number
}
export declare const trusted: (read: LabelRead | null) => boolean
/** Words of a page, from the OCR engine's table (TSV). */
export declare function wordsOf(table: string): LabelRead[]
export declare function bestLabel(words: readonly LabelRead[]): LabelRead | null
/** Contrast-stretched picture: the darkest hundredth becomes black, the lightest white. */
export declare function stretched({ data, width, height }: Grey): Grey
