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

/** The shape of a state word. */
export function ChoiceShape({ of, word, size = 10 }: ChoiceProps & { size?: number }) {
  const look = choiceLook(of, word)
  return look && <Shape kind={look.shape} tone={look.tone} size={size} />
}

/** Shape and word. */
export function ChoiceDot({ of, word }: ChoiceProps) {
  return (
    <span className={`${css.item} inline-flex middle nowrap gap-5`}>
      <ChoiceShape of={of} word={word} />
      {text(`choice.${of}.${word}`)}
    </span>
  )
}

/** Sign and word of one neighbour: its level and whether it was dark before are taken into account. */
export function NeighbourDot({ of }: { of: Shown }) {
  const { label, color, sign } = neighbourLook(of)
  return (
    <span className={`${css.item} inline-flex middle nowrap gap-5`}>
      <Shape kind={sign} tone={color} size={10} />
      {text(label)}
    </span>
  )
}

/** The same as a badge, for a page's header. */
export function ChoiceBadge({ of, word }: ChoiceProps) {
  const look = choiceLook(of, word)
  const tone = look ? (look.shape === 'doing' ? undefined : look.tone) : 'medium'
  return (
    <span className={css.badge} data-tone={tone}>
      {look && <Shape kind={look.shape} tone={look.tone} />}
      {text(`choice.${of}.${word}`)}
    </span>
  )
}
