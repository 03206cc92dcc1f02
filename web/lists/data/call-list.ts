import type { RecordOf } from '@hilo/contract/index.ts'
import { call } from '../../api/call.ts'
import type { ListPath, Row } from '../define.ts'

export interface ListAnswer {
  records: Row[]
  next_cursor: string | null
  total?: { value: number; exact: boolean } | undefined
}

/**
 * A list call whose path is only known at run time. The list's definition has been checked against the contract, so the
 * query is passed on as it is.
 */
export function callList(path: ListPath, query: object, signal?: AbortSignal): Promise<ListAnswer> {
  return call<ListPath>(path, query, { signal })
}

/** One record of a list by its id, or null when it is not there or not in reach. */
export async function callRecord<P extends ListPath>(path: P, id: number, signal: AbortSignal): Promise<RecordOf<P> | null> {
  const { records }: { records: RecordOf<P>[] } = await call<P>(path, { id }, { signal })
  return records[0] ?? null
}
