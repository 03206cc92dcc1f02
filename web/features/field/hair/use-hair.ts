import type { HairChange } from '@hilo/contract/hair-changes.ts'
import { eventTimes } from '@hilo/domain/event.ts'
import { changesPort, maxOwnHairChanges } from '@hilo/domain/hair-change.ts'
import { processState } from '@hilo/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery, queryClient } from '../../../api/query.ts'
import { useIsLive } from '../../../api/stream.ts'
import type { Operation } from '../../../offline/operation.ts'
import { useOutbox } from '../../../offline/use-outbox.ts'
import type { Work } from '../work.ts'

export type { HairChange }
export const askPath = 'admin_vno/events/fiber/change/async' as const

const { iddle, creating, created, finalizing, cancelled, canceledSync, error } = processState.is
const open: readonly number[] = [iddle, creating, created, finalizing]
const withdrawn: readonly number[] = [cancelled, canceledSync]
/** Not answered yet. */
export const isWaiting = ({ process_state: state }: Pick<HairChange, 'process_state'>) => open.includes(state)
/** Withdrawn, or expired after a day without an answer. */
export const isMoot = ({ process_state: state }: Pick<HairChange, 'process_state'>) =>
  withdrawn.includes(state) || state === error

export interface Hair {
  /** Latest request of the intervention, from the server. */
  latest: HairChange | null
  /** Unsent request. */
  sending: Operation | null
  refused: Operation | null
  /** Requests that the technician may still make. */
  left: number
  ready: boolean
}

/** Port change requests of an intervention: those of the server and unsent ones. */
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
  // A repeated request after a refusal counts once.
  const counted = records.filter(({ process_state: state }) => !withdrawn.includes(state)).length
  const [latest = null] = records
  const known = records.reduce((sum, { rounds }) => sum + Math.max(1, rounds), 0)
  return {
    latest: latest !== null && known >= arrived ? latest : null,
    sending: asked.find(({ state }) => state === 'saved' || state === 'sending') ?? null,
    refused: asked.findLast(({ state }) => state === 'rejected') ?? null,
    left: Math.max(0, maxOwnHairChanges - counted),
    ready: data !== undefined || work.id < 0,
  }
}
