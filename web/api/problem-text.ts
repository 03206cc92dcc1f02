import i18next from 'i18next'
import { CallProblem } from './problem.ts'

/** The Spanish sentence for anything that was thrown: what the server said of it, else the catalogue's. */
export function problemText(error: unknown): string {
  if (!(error instanceof CallProblem)) return i18next.t('problem.SYSTEM_ERROR')
  const { result } = error.body
  const said = typeof result === 'string' && result !== '' ? result : `problem.${error.code}`
  return i18next.exists(said) ? i18next.t(said) : error.message
}
