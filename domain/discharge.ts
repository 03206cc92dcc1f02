/** Discharge code that the technician writes on the work order: proof that no neighbour was left without light. */
import type { NeighbourClass } from './status.ts'

/** Neighbour classes that withdraw a discharge code when found after closing. */
export const withdrawalReasons = [
  'desconectado',
  'movido',
  'degradado',
  'corte_recuperado',
  'no_concluyente',
] as const satisfies readonly NeighbourClass[]
export type WithdrawalReason = (typeof withdrawalReasons)[number]

/** Base-32 alphabet without characters that are confused when read aloud or copied by hand. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const looksLike: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** `K7Q2-94FD` from the first five bytes of a keyed digest of the report. */
export function dischargeCode(digest: Uint8Array): string {
  if (digest.length < 5) throw new RangeError('a discharge code takes 5 bytes of digest')
  const bits = digest.slice(0, 5).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const digits = Array.from({ length: 8 }, (_, at) => alphabet.charAt(Number((bits >> BigInt(35 - at * 5)) & 31n)))
  return `${digits.slice(0, 4).join('')}-${digits.slice(4).join('')}`
}

/** Results of a verification. */
export const dischargeStates = ['valido', 'retirado', 'desconocido'] as const

/**
 * Normalizes a typed discharge code: ignores case, blanks, dashes and points. Null when the input does not have the
 * form of a code.
 */
export function parseDischargeCode(typed: string): string | null {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\u2212\p{Pd}\p{Cf}]/gu, '')
    .replace(/[OIL]/g, (letter) => looksLike[letter] ?? letter)
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(plain) ? `${plain.slice(0, 4)}-${plain.slice(4)}` : null
}
