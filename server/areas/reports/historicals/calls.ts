import { ctoHistory, eventHistory, portHistory } from './list.ts'

export const historicals = {}
export const historicalsLists = {
  'admin_vno/historicals/events/get': eventHistory,
  'admin_vno/historicals/ctos/get': ctoHistory,
  'admin_vno/historicals/ports/get': portHistory,
}
