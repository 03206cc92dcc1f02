import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'

/** @throws Problem VALIDATION unless exactly one of the fields is there */
export function onlyOne(fields: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(fields).filter((name) => fields[name] !== undefined)
  if (given.length === 1) return
  const code = given.length === 0 ? 'required' : 'value'
  const names = given.length === 0 ? Object.keys(fields).slice(0, 1) : given.slice(1)
  const details = names.map((field): ProblemDetail => ({ field, code, message: `validation.${code}` }))
  throw new Problem('VALIDATION', { details })
}
