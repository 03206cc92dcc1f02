import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'

/** @throws Problem VALIDATION unless exactly one of the fields is given */
export function onlyOne(fields: Readonly<Record<string, unknown>>): void {
  const present = Object.keys(fields).filter((name) => fields[name] !== undefined)
  if (present.length === 1) return
  const code = present.length === 0 ? 'required' : 'value'
  const names = present.length === 0 ? Object.keys(fields).slice(0, 1) : present.slice(1)
  const details = names.map((field): ProblemDetail => ({ field, code, message: `validation.${code}` }))
  throw new Problem('VALIDATION', { details })
}
