/** What tests read of an answer. */
import type { Answer } from './harness.ts'

interface Detail {
  field: string
  code: string
  message: string
}
type Told = Pick<Answer, 'body'>

const failureOf = ({ body }: Told): { error?: string; details?: Detail[] } => body ?? {}

/** The code of a refusal; undefined if the call succeeded. */
export const codeOf = (answer: Told): string | undefined => failureOf(answer).error

/** The status and the code of a refusal. */
export const refusalOf = (answer: Pick<Answer, 'status' | 'body'>): [number, string | undefined] => [
  answer.status,
  codeOf(answer),
]

/** Every field that a refusal names, with what is wrong with it. */
export const detailsOf = (answer: Told): Detail[] => failureOf(answer).details ?? []

/** The same as `field code`, in the order of the answer. */
export const faultsOf = (answer: Told): string[] => detailsOf(answer).map(({ field, code }) => `${field} ${code}`)

export { columnOf, columnsOf } from '@hilo/domain/test/columns.ts'
