import type { RecordOf } from '@hilo/contract/index.ts'
import { call } from '../../api/call.ts'
import type { ListPath, Row } from '../define.ts'

interface ListAnswer {
  records: Row[]
  next_cursor: string | null
  total?: { value: number; exact: boolean } | undefined
}

/**
 * Calls a list whose path is known only at run time. The list definition was type-checked against the contract, so the
 * query is passed through.
 */
export function callList(path: ListPath, query: object, signal?: AbortSignal): Promise<ListAnswer> {
  return call<ListPath>(path, query, { signal })
}

/** One record by id, or null when it does not exist or is outside the user's scope. */
export async function callRecord<P extends ListPath>(path: P, id: number, signal: AbortSignal): Promise<RecordOf<P> | null> {
  const { records }: { records: RecordOf<P>[] } = await call<P>(path, { id }, { signal })
  return records[0] ?? null
}
