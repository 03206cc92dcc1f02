import { text } from '../kernel/texts.ts'

const most = 60

/**
 * A name for a mail: one line of at most 60 characters in which no mail program finds a link, because anyone could put an
 * address into a name.
 */
export function nameInMail(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    // Characters that end a scheme, host or user name; a dot only if a character follows, as in a host.
    .replace(/[:/\\@<>[\]()|]|[.。．｡․](?=\S)/gu, ' ')
    .replace(/\b(?:https?|ftp|mailto|www)\b/giu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, most).join('').trim() || text('mail.nameless')
}
