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
    const missing = issue.code === 'invalid_type' && issue.input === undefined
    return fields.map((field) => ({
      field: field.join('.') || 'query',
      code: missing ? 'required' : code,
      message: `validation.${missing ? 'required' : code}`,
    }))
  })
}

/** A mandatory field or file that did not come. */
export function missingDetail(field: string): ProblemDetail {
  return { field, code: 'required', message: 'validation.required' }
}

/** A field or file part that the call does not know. */
export function unknownDetail(field: string): ProblemDetail {
  return { field, code: 'unknown', message: 'validation.unknown' }
}

/** A schema's findings as the VALIDATION problem; `prefix` is the field that holds a value checked on its own. */
export function validationProblem(issues: readonly z.core.$ZodIssue[], prefix?: string): Problem {
  return new Problem('VALIDATION', { details: validationDetails(issues, prefix).slice(0, 50) })
}
