import { passwordFault, passwordLength } from '@hilo/domain/password.ts'

type Strength = 'short' | 'long' | 'common' | 'fair' | 'good' | 'strong'

/** Strength of a new password, by the server's rule; mostly its length. */
export function strengthOf(password: string, words: readonly string[]): Strength {
  const fault = passwordFault(password, words)
  if (fault !== null) return fault
  const length = [...password].length
  return length >= 20 ? 'strong' : length >= 16 ? 'good' : 'fair'
}

/** Number of missing characters. */
export const missingOf = (password: string): number => Math.max(0, passwordLength.least - [...password].length)
