import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import type * as z from 'zod/mini'

const codes: Record<string, string> = {
  unrecognized_keys: 'unknown',
  invalid_type: 'type',
  invalid_value: 'value',
  invalid_union: 'value',
  too_small: 'range',
  too_big: 'range',
  invalid_format: 'format',
}

/** What a schema found, each field with the key of its Spanish sentence. */
export function validationDetails(issues: readonly z.core.$ZodIssue[], prefix?: string): ProblemDetail[] {
  return issues.flatMap((issue): ProblemDetail[] => {
    const code = codes[issue.code] ?? 'value'
    const path = [...(prefix ? [prefix] : []), ...issue.path.map(String)]
    const fields = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path]
    const missing = isAbsent(issue)
    return fields.map((field) => ({
      field: field.join('.') || 'query',
      code: missing ? 'required' : code,
      message: `validation.${missing ? 'required' : code}`,
    }))
  })
}

/** One of some words, or of some shapes, that did not come is missing, not wrong. */
function isAbsent({ code, input }: z.core.$ZodIssue): boolean {
  return input === undefined && (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union')
}

/** A mandatory field or file that did not come. */
export function missingDetail(field: string): ProblemDetail {
  return { field, code: 'required', message: 'validation.required' }
}

/** A field or file part that the call does not know. */
export function unknownDetail(field: string): ProblemDetail {
  return { field, code: 'unknown', message: 'validation.unknown' }
}

/** A field or part that came more than once: nobody knows which of them is meant. */
export function twiceDetail(field: string): ProblemDetail {
  return { field, code: 'twice', message: 'validation.twice' }
}

/** A field or part that holds something of another kind. */
export function typeDetail(field: string): ProblemDetail {
  return { field, code: 'type', message: 'validation.type' }
}

/** A schema's findings as the VALIDATION problem; `prefix` is the field that holds a value checked on its own. */
export function validationProblem(issues: readonly z.core.$ZodIssue[], prefix?: string): Problem {
  return new Problem('VALIDATION', { details: validationDetails(issues, prefix).slice(0, 50) })
}

/**
 * What keeps something from being changed, named in a sentence that says what to do.
 * @param record what stands in the way
 */
export function heldProblem(
  code: 'IN_USE' | 'ORDER_HAS_OPEN_EVENT',
  field: string,
  message: string,
  record?: unknown,
): Problem {
  return new Problem(code, { details: [{ field, code: 'in_use', message }], ...(record !== undefined && { record }) })
}
