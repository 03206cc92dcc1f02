import { useEffect } from 'react'
import { callQuery, queryClient, useCall } from '../../api/query.ts'
import { useSend } from '../../api/use-send.ts'

const path = 'admin_vno/notifications/get'
const counted = 'admin_vno/notifications/preferences/get'

/** Notices that the person has not read, of the last thirty days; 0 while that is not known. */
export function useUnread(): number {
  return useCall(counted, {}).data?.record.unread ?? 0
}

/** The newest notices. */
export function useNewest(limit: number) {
  return useCall(path, { limit })
}

/** Whatever shows notices asks again. */
export function refreshNotices(): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [one] }) => one === path || one === counted })
}

/** Marks notices as read: these, or all there are. True once it has happened. */
export function useAck() {
  const { send, sending } = useSend('admin_vno/notifications/ack')
  const ack = async (ids: readonly number[] | 'all'): Promise<boolean> => {
    const sent = await send(ids === 'all' ? { all: true } : { ids: [...ids] })
    if (!sent?.answer) return false
    const { data } = queryClient.getQueryState(callQuery(counted, {}).queryKey) ?? {}
    if (data) {
      const record = { ...data.record, unread: sent.answer.record.unread }
      queryClient.setQueryData(callQuery(counted, {}).queryKey, { record })
    }
    refreshNotices()
    return true
  }
  return { ack, sending }
}

/** A notice that somebody looks at has been read. */
export function useReadWhenSeen(id: number, read: boolean, then: () => void): void {
  const { ack } = useAck()
  useEffect(() => {
    if (!read) void ack([id]).then((done) => done && then())
    // Once per notice, whatever is drawn meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, read])
}
