import type { CaseState } from './status.ts'

/** Responses of an operator to a case: its customer was left without light. */
export const caseAnswers = ['recibido', 'pedir_reparacion', 'ya_era_baja', 'cliente_apagado'] as const
export type CaseAnswer = (typeof caseAnswers)[number]

/** Already dark before, or switched off by the customer: no harm. */
export const isNoHarm = (answer: CaseAnswer): boolean => answer === 'ya_era_baja' || answer === 'cliente_apagado'

const weight: Readonly<Record<CaseAnswer, number>> = {
  recibido: 1,
  pedir_reparacion: 2,
  ya_era_baja: 3,
  cliente_apagado: 3,
}

/**
 * State of a case after a response; null if the response is not allowed any more. A response only replaces a weaker
 * one. One that denies harm closes the case, and so does any response once the light is back; a repair request
 * escalates it to the neutral operator.
 */
export function caseAfter(state: CaseState, before: CaseAnswer | null, answer: CaseAnswer): CaseState | null {
  if (state === 'aceptado') return null
  if (before !== null && weight[answer] <= weight[before] && state !== 'restaurado') return null
  if (isNoHarm(answer)) return 'aceptado'
  if (state === 'restaurado') return answer === 'recibido' ? 'aceptado' : null
  return answer === 'pedir_reparacion' ? 'escalado' : state
}
