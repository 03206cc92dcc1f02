import { Problem, type ProblemCode } from '@hilo/domain/problem.ts'

async function refused<T>(work: Promise<T>, state: string, code: ProblemCode): Promise<T> {
  try {
    return await work
  } catch (error) {
    const is = error instanceof Error && 'code' in error && error.code === state
    throw is ? new Problem(code) : error
  }
}

/** Two records with the same code, name or number: the unique constraint admits one. */
export function unique<T>(work: Promise<T>): Promise<T> {
  return refused(work, '23505', 'ALREADY_EXISTS')
}

/** A referenced record cannot be deleted. */
export function referred<T>(work: Promise<T>, code: ProblemCode): Promise<T> {
  return refused(work, '23503', code)
}
