import { ctoState, eventType, portState, processState } from '@hilo/domain/status.ts'
import { callQuery } from '../../api/query.ts'

const { error, wronglyCreated, wronglyFinalized, wronglyCancelled, creating, created, finalizing, iddle } =
  processState.is
/** Somebody must act: the process stopped on a failure. */
export const failed: number[] = [error, wronglyFinalized, wronglyCreated, wronglyCancelled]
/** Under way. */
export const open: number[] = [created, creating, finalizing, iddle]

const intervention = eventType.is.createListener
const rows = 6
export const failedEvents = () =>
  callQuery('admin_vno/events/get', { filter: { type: intervention, process_state: failed }, limit: rows, count: true })
export const openEvents = () =>
  callQuery('admin_vno/events/get', { filter: { type: intervention, process_state: open }, limit: rows, count: true })
export const fullBoxes = () =>
  callQuery('admin_vno/ctos/get', { filter: { state: ctoState.is.copada }, limit: 1, count: true })
export const allBoxes = () => callQuery('admin_vno/ctos/get', { limit: 1, count: true })
export const portsIn = (state: number) => callQuery('admin_vno/ports/get', { filter: { state }, limit: 1, count: true })
export const portStates = portState.all
