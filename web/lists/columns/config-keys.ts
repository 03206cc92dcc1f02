import { screenKeys } from './screen-keys.ts'

/**
 * Storage key of each list's columns and views: the call's path, plus a name where several screens show the same call.
 */
export const configKeys = {
  ...screenKeys,
  events: 'admin_vno/events/get',
  finalizations: 'admin_vno/events/get/finalizations',
  cancellations: 'admin_vno/events/get/cancellations',
  hair_changes: 'admin_vno/hair_changes/get',
  enrollments: 'admin_vno/enrollments/get',
  unenrollments: 'admin_vno/unenrollments/get',
  ctos: 'admin_vno/ctos/get',
  ports: 'admin_vno/ports/get',
  unplugged: 'admin_vno/events/cev/get',
  accesses: 'admin_vno/accesses/get',
  networkAccesses: 'admin_vno/accesses/get/networkAccesses',
  resets: 'admin_vno/ont/resets/get',
  feasibility: 'admin_vno/feasibility/get',
  orders: 'admin_vno/orders/get',
  cancelledOrders: 'admin_vno/orders/get/cancelledOrders',
  unsubscriptions: 'admin_vno/unsubscriptions/get',
  ceasedAccesses: 'admin_vno/unsubscriptions/get/ceasedAccesses',
  deviceModifications: 'admin_vno/ont/deviceModifications/get',
  technicals: 'admin_vno/technicals/get',
  roles: 'admin_vno/roles/get',
  neutral_roles: 'admin_vno/roles/get/neutral_roles',
  notices: 'admin_vno/notifications/get',
} as const
export type ListName = keyof typeof configKeys
