import { text } from '../http/texts.ts'

const most = 60

/**
 * A name as it stands in a message: one line of at most 60 characters in which no mail program finds an address to link. Whoever
 * chooses a name chooses words that the product sends to others.
 */
export function nameInMail(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    // What ends a scheme, a host or a user name; a point only where something follows it at once, as in a host.
    .replace(/[:/\\@<>[\]()|]|[.。．｡․](?=\S)/gu, ' ')
    .replace(/\b(?:https?|ftp|mailto|www)\b/giu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, most).join('').trim() || text('mail.nameless')
}
