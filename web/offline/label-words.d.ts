/** Which of the words read on a label is the label, and how sure that is. Pure. */
import type { Grey } from '@hilo/domain/picture-look.ts'
export interface LabelRead {
  text: string
  /** 0 to 1. */
  confidence: number
}
export declare const trusted: (read: LabelRead | null) => boolean
/** The words of a page, from the engine's table. */
export declare function wordsOf(table: string): LabelRead[]
export declare function bestLabel(words: readonly LabelRead[]): LabelRead | null
/** The same picture with its darkest hundredth black and its lightest white. */
export declare function stretched({ data, width, height }: Grey): Grey
