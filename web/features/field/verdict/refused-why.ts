import { text } from '../../../ui/text.ts'

/** Why it could not close, above the open points: where one of them says the same, what to do about it. */
export function refusedWhy(error: string | null, todo: readonly { words: string }[]): string {
  const isBelow = error !== null && todo.some(({ words }) => words !== '' && error.includes(words))
  return error === null || isBelow ? text('tech.not_clean.todo.text') : error
}
