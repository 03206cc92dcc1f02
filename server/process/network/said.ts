import type { ProblemCode } from '@hilo/domain/problem.ts'
import { text } from '../../http/texts.ts'
import type { Outcome } from '../../load/part.ts'

type Refusal = Outcome & { ok: false }

/** Why a row is not taken: a code of the product, in a sentence of its own. */
export function refusal(code: ProblemCode, message: string): Refusal {
  return { ok: false, code, message }
}
export function unknownCode(field: string, code: string): Refusal {
  return refusal('NOT_FOUND', text('load.unknown_code', { field, code }))
}
export function contradiction(message: string): Refusal {
  return refusal('VALIDATION', message)
}
export function fieldsMissing(fields: readonly string[]): Refusal {
  return refusal('VALIDATION', text('load.fields_missing', { fields: fields.join(', ') }))
}
