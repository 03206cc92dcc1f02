import i18next from 'i18next'
import { CallProblem } from './problem.ts'

/**
 * The Spanish sentence for anything that was thrown: what stands in the way or why somebody is kept out where the server names
 * it, else what it said of the problem, else the catalogue's.
 */
export function problemText(error: unknown): string {
  if (!(error instanceof CallProblem)) return i18next.t('problem.SYSTEM_ERROR')
  const named = (error.body.details ?? []).filter(({ code }) => code === 'in_use' || code === 'suspended')
  if (named.length > 0) return [...new Set(named.map(({ message }) => message))].join(' ')
  const { result } = error.body
  const said = typeof result === 'string' && result !== '' ? result : `problem.${error.code}`
  return i18next.exists(said) ? i18next.t(said) : error.message
}
