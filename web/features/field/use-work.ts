import { eventType } from '@hilo/domain/status.ts'
import { eventTimes } from '@hilo/domain/event.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNow } from '../../ui/use-now.ts'
import { callQuery, queryClient } from '../../api/query.ts'
import { useIsLive } from '../../api/stream.ts'
import { serverIdOf } from '../../offline/operation.ts'
import { useOnline, useOutbox } from '../../offline/use-outbox.ts'
import { usePack } from '../../offline/use-pack.ts'
import { text } from '../../ui/text.ts'
import { localWorks } from './local-work.ts'
import { useSettings, withExtra } from './use-settings.ts'
import { isUnderWay, openAlarms, underWayStates, withPending, type Work } from './work.ts'

/** Poll interval of a waiting record. Polls even with the live stream, which may lose a message. */
const every = (work: Work | undefined, live: boolean) =>
  work && (!live || work.result_flag === 3 || openAlarms(work).length > 0) ? eventTimes.poll : false

const one = (id: number) => callQuery('admin_vno/events/get', { id })

/** Placeholder for the code that the server has not assigned yet. */
const unnamed = () => text('tech.local.code')

/** One intervention with its unsent operations applied; one begun here consists of them only. */
export function useWork(workId: number) {
  const live = useIsLive()
  const operations = useOutbox()
  const settings = useSettings()
  const id = serverIdOf(operations, workId)
  const query = useQuery(
    { ...one(id), enabled: id > 0, refetchInterval: ({ state: { data } }) => every(data?.records[0], live) },
    queryClient,
  )
  const answered = query.data?.records[0]
  const local = useMemo(
    () => (id < 0 ? localWorks(operations, unnamed()).find((work) => work.id === id) : undefined),
    [id, operations],
  )
  const known = id < 0 ? local : answered
  const work = useMemo(
    () => (known ? withExtra(withPending(known, operations), settings) : null),
    [known, operations, settings],
  )
  const missing = id < 0 ? local === undefined : query.data !== undefined && answered === undefined
  return { work, missing, error: query.error, again: query.refetch }
}

/** Fetches an intervention now, bypassing the cache. */
export const refetchWork = (id: number) => queryClient.fetchQuery({ ...one(id), staleTime: 0 })

const interventions = { type: eventType.is.createListener }
const mine = callQuery('admin_vno/events/get', {
  filter: { ...interventions, process_state: underWayStates },
  limit: 5,
})

/**
 * The technician's interventions in progress, newest first, without steps; includes those stored on the device. `settled` once
 * the server has answered or has failed to.
 */
export function useUnderWay() {
  const live = useIsLive()
  const online = useOnline()
  const operations = useOutbox()
  const { events } = usePack()
  const query = useQuery(
    {
      ...mine,
      refetchInterval: ({ state: { data } }) => (data?.records.some((work) => every(work, live)) ? 5000 : false),
    },
    queryClient,
  )
  const answered = query.data?.records
  const works = useMemo(() => {
    const begun = localWorks(operations, unnamed())
    return [...begun, ...(answered ?? events).filter(isUnderWay)]
  }, [answered, events, operations])
  const ready = answered !== undefined || works.length > 0 || !online
  const settled = answered !== undefined || query.failureCount > 0 || !online
  return { works, ready, settled, error: query.error, again: query.refetch }
}

/** The technician's past interventions, newest first. */
export function useHistory(limit: number) {
  const query = { filter: interventions, limit, count: true }
  return useQuery(callQuery('admin_vno/events/get', query), queryClient)
}

/** Box of an intervention with its ports; offline, the copy stored when the work began. */
export function useBox(id: number | undefined) {
  const operations = useOutbox()
  const query = { ...callQuery('admin_vno/ctos/get', { id: id ?? 0 }), enabled: id !== undefined, staleTime: 60_000 }
  const answered = useQuery(query, queryClient).data?.records[0]
  return answered ?? operations.findLast(({ begun }) => begun?.box.id === id)?.begun?.box ?? null
}

/** Own port with its access; null for another operator's. */
export function usePort(id: number | null | undefined) {
  const query = { ...callQuery('admin_vno/ports/get', { id: id ?? 0 }), enabled: id != null, staleTime: 60_000 }
  return useQuery(query, queryClient).data?.records[0] ?? null
}

/** Ports of a box that the own operator may see, from the server or the device. */
export function usePortsOf(cto_id: number) {
  return useQuery(callQuery('admin_vno/ports/get', { filter: { cto_id }, limit: 32 }), queryClient).data?.records ?? []
}

/** The server's clock (ms), updated each second while `counting`. */
export function useSeconds(counting = true): number {
  return useNow(counting ? 500 : null)
}
