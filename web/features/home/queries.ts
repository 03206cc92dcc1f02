import { eventType, portState, processState } from '@hilo/domain/status.ts'
import { callQuery } from '../../api/query.ts'

const { creating, created, finalizing, iddle } = processState.is
/** States in progress. */
export const openStates: number[] = [created, creating, finalizing, iddle]

const rows = 4
export const openEvents = () =>
  callQuery('admin_vno/events/get', {
    filter: { type: eventType.is.createListener, process_state: openStates },
    limit: rows,
    count: true,
  })
export const portsIn = (state: number) => callQuery('admin_vno/ports/get', { filter: { state }, limit: 1, count: true })
export const portStates = portState.all
