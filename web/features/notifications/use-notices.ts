import { useEffect } from 'react'
import { callQuery, queryClient, useCall } from '../../api/query.ts'
import { useSend } from '../../api/use-send.ts'

const path = 'admin_vno/notifications/get'
const counted = 'admin_vno/notifications/preferences/get'

/** Number of unread notices of the last thirty days; 0 while unknown. */
export function useUnread(): number {
  return useCall(counted, {}).data?.record.unread ?? 0
}

/** Newest notices. */
export function useNewest(limit: number) {
  return useCall(path, { limit })
}

/** Invalidates all queries of notices. */
function refreshNotices(): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [one] }) => one === path || one === counted })
}

/** Marks notices as read: the given ones, or all. Resolves to true on success. */
export function useAck() {
  const { send, sending } = useSend('admin_vno/notifications/ack')
  const ack = async (ids: readonly number[] | 'all'): Promise<boolean> => {
    const sent = await send(ids === 'all' ? { all: true } : { ids: [...ids] })
    if (!sent?.answer) return false
    const { data } = queryClient.getQueryState(callQuery(counted, {}).queryKey) ?? {}
    if (data) {
      const record = { ...data.record, unread: sent.answer.record.unread }
      queryClient.setQueryData(callQuery(counted, {}).queryKey, { ...data, record })
    }
    refreshNotices()
    return true
  }
  return { ack, sending }
}

/** Marks a notice as read when it is shown. */
export function useReadWhenSeen(id: number, read: boolean, then: () => Promise<void>): void {
  const { ack } = useAck()
  useEffect(() => {
    if (!read) void ack([id]).then((done) => (done ? then() : undefined))
    // Once per notice, independent of renders.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, read])
}
