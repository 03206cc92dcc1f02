import i18next from 'i18next'
import { CallProblem } from './problem.ts'

/** Codes of details whose sentence says more than that of their problem. */
const telling = new Set(['in_use', 'suspended', 'past', 'issuer'])

/**
 * Spanish text of any error: the conflicting record or reason named by the server, else the server's message, else the
 * catalogue's text.
 */
export function problemText(error: unknown): string {
  if (!(error instanceof CallProblem)) return i18next.t('problem.SYSTEM_ERROR')
  const named = (error.body.details ?? []).filter(({ code }) => telling.has(code))
  if (named.length > 0) return [...new Set(named.map(({ message }) => message))].join(' ')
  const { result } = error.body
  const said = typeof result === 'string' && result !== '' ? result : `problem.${error.code}`
  return i18next.exists(said) ? i18next.t(said) : error.message
}
