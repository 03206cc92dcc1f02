import { commonPasswords } from './common-passwords.ts'
import { foldName } from './text.ts'

export const passwordLength = { least: 12, most: 128 } as const
type PasswordFault = 'short' | 'long' | 'common'

const plainOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The product's own words, which are public: the demonstration's password consists of them. */
const productWords = ['hilo', 'demo', 'demostracion']
/** Digits and signs substituted for letters: password crackers try all of them. */
const standIns: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

/** The letters and digits of a password: as typed, and with substitutes replaced by their letters. */
function readings(password: string): string[] {
  const read = foldName(password).replace(/[03457@$]/g, (sign) => standIns[sign] ?? sign)
  return [foldName(password), read.replace(/[1!]/g, 'i'), read.replace(/[1!]/g, 'l')].map(plainOf)
}

const isCommon = (plain: string) =>
  commonPasswords.some((common) => plain === common || plain.replace(/(?<!\d)\d+$/, '') === common)

/** True if only digits and fewer than four letters are left without the words. `words` longest first. */
function consistsOf(words: readonly string[], plain: string): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain)
  return rest.length < 4 || (rest.length < plain.length && rest.replace(/\p{N}/gu, '').length < 4)
}

/** Why a new password is rejected, or null. `words` are an attacker's first guesses: name, address, operator. */
export function passwordFault(password: string, words: readonly string[] = []): PasswordFault | null {
  if ([...password].length < passwordLength.least) return 'short'
  if (password.length > passwordLength.most) return 'long'
  if (new Set(plainOf(password)).size < 4) return 'common'
  const own = [...productWords, ...words.map((word) => plainOf(foldName(word))).filter((word) => word.length >= 3)]
  own.sort((one, other) => other.length - one.length)
  return readings(password).some((plain) => isCommon(plain) || consistsOf(own, plain)) ? 'common' : null
}

/** Personal words that must not make up the password: names, address and its parts. */
export function ownWords(name: string, email: string): string[] {
  return [name, ...name.split(/\s+/), email, ...email.split('@'), ...email.split(/[@.+_-]/)]
}
