import { eventType } from '@hilo/domain/status.ts'
import { eventTimes } from '@hilo/domain/event.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNow } from '../../ui/use-now.ts'
import { callQuery, queryClient } from '../../api/query.ts'
import { useIsLive } from '../../api/stream.ts'
import { realOf } from '../../offline/operation.ts'
import { useOnline, useOutbox } from '../../offline/use-outbox.ts'
import { usePack } from '../../offline/use-pack.ts'
import { text } from '../../ui/text.ts'
import { localWorks } from './local-work.ts'
import { useSettings, withExtra } from './use-settings.ts'
import { isUnderWay, openAlarms, underWayStates, withPending, type Work } from './work.ts'

/** A waiting record is asked for again although the stream would tell: one message may be lost. */
const every = (work: Work | undefined, live: boolean) =>
  work && (!live || work.result_flag === 3 || openAlarms(work).length > 0) ? eventTimes.poll : false

const one = (id: number) => callQuery('admin_vno/events/get', { id })

/** What stands for the code of an intervention that the server has not named yet. */
const unnamed = () => text('tech.local.code')

/** One intervention as it will be when everything on its way has arrived; one begun here is all on its way. */
export function useWork(given: number) {
  const live = useIsLive()
  const operations = useOutbox()
  const settings = useSettings()
  const id = realOf(operations, given)
  const query = useQuery(
    { ...one(id), enabled: id > 0, refetchInterval: ({ state: { data } }) => every(data?.records[0], live) },
    queryClient,
  )
  const told = query.data?.records[0]
  const local = useMemo(
    () => (id < 0 ? localWorks(operations, unnamed()).find((work) => work.id === id) : undefined),
    [id, operations],
  )
  const known = id < 0 ? local : told
  const work = useMemo(
    () => (known ? withExtra(withPending(known, operations), settings) : null),
    [known, operations, settings],
  )
  const missing = id < 0 ? local === undefined : query.data !== undefined && told === undefined
  return { work, missing, error: query.error, again: query.refetch }
}

/** Asks for an intervention now, whatever is known of it. */
export const readAgain = (id: number) => queryClient.fetchQuery({ ...one(id), staleTime: 0 })

const interventions = { type: eventType.is.createListener }
const mine = callQuery('admin_vno/events/get', {
  filter: { ...interventions, process_state: underWayStates },
  limit: 5,
})

/** The interventions that the technician has under way, newest first, without their steps: what is known without coverage too. */
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
  const told = query.data?.records
  const works = useMemo(() => {
    const begun = localWorks(operations, unnamed())
    return [...begun, ...(told ?? events).filter(isUnderWay)]
  }, [told, events, operations])
  const ready = told !== undefined || works.length > 0 || !online
  return { works, ready, error: query.error, again: query.refetch }
}

/** What the technician did before, newest first. */
export function useHistory(limit: number) {
  const query = { filter: interventions, limit, count: true }
  return useQuery(callQuery('admin_vno/events/get', query), queryClient)
}

/** The box of an intervention, with its ports; where the server did not tell it here, as it was when the work began. */
export function useBox(id: number | undefined) {
  const operations = useOutbox()
  const query = { ...callQuery('admin_vno/ctos/get', { id: id ?? 0 }), enabled: id !== undefined, staleTime: 60_000 }
  const told = useQuery(query, queryClient).data?.records[0]
  return told ?? operations.findLast(({ begun }) => begun?.box.id === id)?.begun?.box ?? null
}

/** One's own port with what hangs from it; null for somebody else's. */
export function usePort(id: number | null | undefined) {
  const query = { ...callQuery('admin_vno/ports/get', { id: id ?? 0 }), enabled: id != null, staleTime: 60_000 }
  return useQuery(query, queryClient).data?.records[0] ?? null
}

/** The ports of a box that one's own operator knows, from the server or from what the device keeps of its work. */
export function usePortsOf(cto_id: number) {
  return useQuery(callQuery('admin_vno/ports/get', { filter: { cto_id }, limit: 32 }), queryClient).data?.records ?? []
}

/** The server's clock while somebody counts seconds by it. */
export function useSeconds(counting = true): number {
  return useNow(counting ? 500 : null)
}
