import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import type * as z from 'zod/mini'
import { text } from './texts.ts'

const codes: Record<string, string> = {
  unrecognized_keys: 'unknown',
  invalid_type: 'type',
  invalid_value: 'value',
  invalid_union: 'value',
  too_small: 'range',
  too_big: 'range',
  invalid_format: 'format',
}

/** A schema's issues, each field with the key of its Spanish sentence. */
export function validationDetails(issues: readonly z.core.$ZodIssue[], prefix?: string): ProblemDetail[] {
  return issues.flatMap((issue): ProblemDetail[] => {
    const code = isUnknownField(issue) ? 'unknown' : (codes[issue.code] ?? 'value')
    const path = [...(prefix ? [prefix] : []), ...issue.path.map(String)]
    const fields = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path]
    const missing = isAbsent(issue)
    return fields.map((field) => ({
      field: field.join('.') || 'query',
      code: missing ? 'required' : code,
      message: missing ? 'validation.required' : messageOf(issue, code),
    }))
  })
}

/** Sentence of an issue: a value out of range names the limit, where a person can read it. */
function messageOf(issue: z.core.$ZodIssue, code: string): string {
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return `validation.${code}`
  const { origin } = issue
  const limit = issue.code === 'too_small' ? issue.minimum : issue.maximum
  const kind = origin === 'string' ? 'string' : origin === 'array' || origin === 'set' ? 'list' : 'number'
  if (origin === 'date' || origin === 'file' || !Number.isFinite(Number(limit))) return `validation.${code}`
  const exclusive = issue.inclusive === false ? '.without' : ''
  return text(`validation.${issue.code}.${kind}${kind === 'number' ? exclusive : ''}`, {
    count: Number(limit),
    limit: written(limit),
  })
}
const written = (limit: number | bigint) => new Intl.NumberFormat('es-ES').format(limit)

/** A missing union or enumeration counts as missing, not as invalid. */
function isAbsent({ code, input }: z.core.$ZodIssue): boolean {
  return input === undefined && (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union')
}

/** A name in `fields` of a list call that its record does not have. */
function isUnknownField({ code, path }: z.core.$ZodIssue): boolean {
  return code === 'invalid_value' && path[0] === 'fields'
}

/** A missing mandatory field or file. */
export function missingDetail(field: string): ProblemDetail {
  return { field, code: 'required', message: 'validation.required' }
}

/** An unknown field or file part. */
export function unknownDetail(field: string): ProblemDetail {
  return { field, code: 'unknown', message: 'validation.unknown' }
}

/** A field or part given more than once, which is ambiguous. */
export function twiceDetail(field: string): ProblemDetail {
  return { field, code: 'twice', message: 'validation.twice' }
}

/** A field or part of another type. */
export function typeDetail(field: string): ProblemDetail {
  return { field, code: 'type', message: 'validation.type' }
}

/** A schema's issues as the VALIDATION problem; `prefix` is the field of a value validated by itself. */
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
