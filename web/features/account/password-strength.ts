import { passwordFault, passwordLength } from '@hilo/domain/password.ts'

export type Strength = 'short' | 'long' | 'common' | 'fair' | 'good' | 'strong'

/** How good a new password is, by the rule that the server judges it with; length is what makes it better. */
export function strengthOf(password: string, words: readonly string[]): Strength {
  const fault = passwordFault(password, words)
  if (fault !== null) return fault
  const length = [...password].length
  return length >= 20 ? 'strong' : length >= 16 ? 'good' : 'fair'
}

/** Characters that it still lacks. */
export const missingOf = (password: string): number => Math.max(0, passwordLength.least - [...password].length)
