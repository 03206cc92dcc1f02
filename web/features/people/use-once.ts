import type { Output, Path } from '@hilo/contract/index.ts'
import { useCallback } from 'react'
import { answered, useSend, type Sendable } from '../../api/use-send.ts'

/** What a form sends: once, however often it is asked for, and what went wrong is thrown for the form to tell. */
export function useOnce<P extends Path>(path: P) {
  const { send } = useSend(path)
  return useCallback(async (input: Sendable<P>): Promise<Output<P>> => answered(await send(input)), [send])
}
