import i18next from 'i18next'
import { choiceText } from '../../lists/text.ts'
import { text } from '../../ui/text.ts'

type Of = 'event' | 'cto' | 'port'

/** Text of an enumeration value, or a fallback for an unknown one. */
export const wordOf = (of: string, word: string, otherwise: string): string =>
  i18next.exists(`choice.${of}.${word}`) ? choiceText(of, word) : otherwise

/** Description of a cause. */
export const causeText = (of: Of, cause: string): string => wordOf(`${of}_cause`, cause, text('list.history.change'))

/** The former state, where it changed: otherwise the cause says what happened. */
export const stateBefore = ({ from, to }: { from: number | null; to: number }): number | null =>
  from === to ? null : from

interface Acted {
  actor: { name: string } | null
  actor_type: string | null
}

/** Author: a person, another operator's person, or the system. */
export function actorOf({ actor, actor_type: type }: Acted): string {
  if (actor) return actor.name
  return text(type === null ? 'list.history.process' : 'list.history.other')
}
