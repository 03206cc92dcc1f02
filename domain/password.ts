import { commonPasswords } from './common-passwords.ts'
import { foldName } from './text.ts'

export const passwordLength = { least: 12, most: 128 } as const
export type PasswordFault = 'short' | 'long' | 'common'

const plainOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Why a new password is refused, or null. `words` are what an attacker tries first: name, address, operator. */
export function passwordFault(password: string, words: readonly string[] = []): PasswordFault | null {
  if ([...password].length < passwordLength.least) return 'short'
  if (password.length > passwordLength.most) return 'long'
  const plain = plainOf(password)
  const bare = plain.replace(/(?<!\d)\d+$/, '')
  if (new Set(plain).size < 4 || commonPasswords.some((common) => bare === common || plain === common)) return 'common'
  const own = words.map((word) => plainOf(foldName(word))).filter((word) => word.length >= 4)
  const rest = own.reduce((left, word) => left.replaceAll(word, ''), plainOf(foldName(password)))
  return own.length > 0 && rest.length < 4 ? 'common' : null
}

/** What of a person a password must not consist of. */
export function ownWords(name: string, email: string): string[] {
  return [...name.split(/\s+/), ...email.split(/[@.]/)]
}
