import i18next from 'i18next'
import { CallProblem } from './problem.ts'

/** The Spanish sentence for anything that was thrown: the catalogue's, else the server's own. */
export function problemText(error: unknown): string {
  if (!(error instanceof CallProblem)) return i18next.t('problem.SYSTEM_ERROR')
  const key = `problem.${error.code}`
  return i18next.exists(key) ? i18next.t(key) : error.message
}
