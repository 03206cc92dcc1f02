import i18next from 'i18next'

/** A text of the catalogue (assets/i18n); a missing one shows its key. */
export const text = (key: string, values: Record<string, string | number> = {}): string => i18next.t(key, values)

/** The short form of a text, `<key>.short`, where there is one. */
export function shortText(key: string): string {
  const short = text(`${key}.short`)
  return short === `${key}.short` ? text(key) : short
}

/** A catalogue text for use inside a sentence: first letter in lower case. */
export function midSentenceText(key: string): string {
  const word = text(key)
  return word.charAt(0).toLocaleLowerCase('es') + word.slice(1)
}
