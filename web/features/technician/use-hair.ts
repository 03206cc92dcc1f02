import type { HairChange } from '@hilo/contract/hair-changes.ts'
import { eventTimes } from '@hilo/domain/event.ts'
import { changesPort, ownHairChanges } from '@hilo/domain/hair-change.ts'
import { processState } from '@hilo/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery, queryClient } from '../../api/query.ts'
import { useIsLive } from '../../api/stream.ts'
import type { Operation } from '../../offline/operation.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import type { Work } from './work.ts'

export type { HairChange }
export const askPath = 'admin_vno/events/fiber/change/async' as const

const { iddle, creating, created, finalizing, cancelled, canceledSync, error } = processState.is
const open: readonly number[] = [iddle, creating, created, finalizing]
const withdrawn: readonly number[] = [cancelled, canceledSync]
/** Nobody has answered it yet. */
export const isWaiting = ({ process_state: state }: Pick<HairChange, 'process_state'>) => open.includes(state)
/** It holds no longer: taken back, or nobody answered in a day. */
export const isMoot = ({ process_state: state }: Pick<HairChange, 'process_state'>) =>
  withdrawn.includes(state) || state === error

export interface Hair {
  /** The request of the intervention that was made last, as the server knows it. */
  latest: HairChange | null
  /** On its way to the server. */
  sending: Operation | null
  refused: Operation | null
  /** How many more the technician may make himself. */
  left: number
  ready: boolean
}

/** The requests of an intervention for another port: what the server knows and what is still on its way. */
export function useHair(work: Work): Hair {
  const live = useIsLive()
  const asked = useOutbox().filter((one) => one.path === askPath && one.group === String(work.id))
  const query = callQuery('admin_vno/hair_changes/get', { filter: { event_id: work.id }, limit: 20 })
  const { data, refetch } = useQuery(
    {
      ...query,
      enabled: work.id > 0 && changesPort(work.work_kind),
      refetchInterval: ({ state: { data: known } }) =>
        known?.records.some((one) => isWaiting(one) && (!live || one.decision === null)) ? eventTimes.poll : false,
    },
    queryClient,
  )
  const arrived = asked.filter(({ state }) => state === 'sent').length
  useEffect(() => {
    if (arrived > 0) void refetch()
  }, [arrived, refetch])
  const records = data?.records ?? []
  // What was asked again after a refusal is the same request.
  const counted = records.filter(({ process_state: state }) => !withdrawn.includes(state)).length
  const [latest = null] = records
  const known = records.reduce((sum, { rounds }) => sum + Math.max(1, rounds), 0)
  return {
    latest: latest !== null && known >= arrived ? latest : null,
    sending: asked.find(({ state }) => state === 'saved' || state === 'sending') ?? null,
    refused: asked.findLast(({ state }) => state === 'rejected') ?? null,
    left: Math.max(0, ownHairChanges - counted),
    ready: data !== undefined || work.id < 0,
  }
}
