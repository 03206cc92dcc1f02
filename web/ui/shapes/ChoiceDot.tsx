import { neighbourLook, type Shown } from '@hilo/domain/neighbour-look.ts'
import { text } from '../text.ts'
import { choiceLook } from './choice-look.ts'
import { Shape } from './Shape.tsx'
import css from './shapes.module.css'

interface ChoiceProps {
  /** Name of the closed set of words: "neighbour_class", "case_state", "verdict". */
  of: string
  word: string
}

/** The shape of a word that says how something is. */
export function ChoiceShape({ of, word, size = 10 }: ChoiceProps & { size?: number }) {
  const look = choiceLook(of, word)
  return look && <Shape kind={look.shape} tone={look.tone} size={size} />
}

/** Shape and word. */
export function ChoiceDot({ of, word }: ChoiceProps) {
  return (
    <span className={css.item}>
      <ChoiceShape of={of} word={word} />
      {text(`choice.${of}.${word}`)}
    </span>
  )
}

/** Sign and word of one neighbour: its level and whether it was dark before count. */
export function NeighbourDot({ of }: { of: Shown }) {
  const { label, color, sign } = neighbourLook(of)
  return (
    <span className={css.item}>
      <Shape kind={sign} tone={color} size={10} />
      {text(label)}
    </span>
  )
}

/** The same on a ground of its tone, for the head of a page. */
export function ChoiceBadge({ of, word }: ChoiceProps) {
  const look = choiceLook(of, word)
  const ground = look ? (look.shape === 'doing' ? css.outlined : css[look.tone]) : css.medium
  return (
    <span className={`${css.badge} ${ground}`}>
      {look && <Shape kind={look.shape} tone={look.tone} />}
      {text(`choice.${of}.${word}`)}
    </span>
  )
}
