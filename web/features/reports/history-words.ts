import i18next from 'i18next'
import { choiceText } from '../../lists/text.ts'
import { text } from '../../ui/text.ts'

type Of = 'event' | 'cto' | 'port'

/** The word of a closed set, or another one where the set has grown since. */
export const wordOf = (of: string, word: string, otherwise: string): string =>
  i18next.exists(`choice.${of}.${word}`) ? choiceText(of, word) : otherwise

/** What happened, in words. */
export const causeText = (of: Of, cause: string): string => wordOf(`${of}_cause`, cause, text('list.history.change'))

interface Acted {
  actor: { name: string } | null
  actor_type: string | null
}

/** Who did it: a person, somebody of another operator, or the process by itself. */
export function actorOf({ actor, actor_type: type }: Acted): string {
  if (actor) return actor.name
  return text(type === null ? 'list.history.process' : 'list.history.other')
}
