import { text } from '../../../ui/text.ts'
import type { FaceplatePort } from '../../../ui/faceplate/port-look.ts'
import { litCount } from '../box/lit-count.ts'

/** "7 con luz, 1 es tuyo": lit lines of a reading, the worked one among them as in the drawing. */
export function litWords(ports: readonly FaceplatePort[], mine: number | null): string {
  const count = litCount(ports, null)
  return text(count > litCount(ports, mine) ? 'tech.pair.own' : 'tech.lit', { count })
}
