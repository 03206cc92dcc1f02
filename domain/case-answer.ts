import type { CaseState } from './status.ts'

/** What the operator of a customer left without light may say to it. */
export const caseAnswers = ['recibido', 'pedir_reparacion', 'ya_era_baja', 'cliente_apagado'] as const
export type CaseAnswer = (typeof caseAnswers)[number]

/** The light was gone before, or the customer put it out: nobody was harmed. */
export const isNoHarm = (answer: CaseAnswer): boolean => answer === 'ya_era_baja' || answer === 'cliente_apagado'

const weight: Readonly<Record<CaseAnswer, number>> = {
  recibido: 1,
  pedir_reparacion: 2,
  ya_era_baja: 3,
  cliente_apagado: 3,
}

/**
 * What an answer makes of a case; null where it may no longer be given. An answer replaces a weaker one only. One that says
 * that nobody was harmed ends the case, as does any to a light that is back; asking for repair hands it to the neutral operator.
 */
export function caseAfter(state: CaseState, before: CaseAnswer | null, answer: CaseAnswer): CaseState | null {
  if (state === 'aceptado') return null
  if (before !== null && weight[answer] <= weight[before] && state !== 'restaurado') return null
  if (isNoHarm(answer)) return 'aceptado'
  if (state === 'restaurado') return answer === 'recibido' ? 'aceptado' : null
  return answer === 'pedir_reparacion' ? 'escalado' : state
}
