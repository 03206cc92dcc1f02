/** Which list a kept configuration belongs to: its call and the first part of its texts. */
export const listNames: Readonly<Record<string, string>> = {
  'admin_vno/events/get': 'events',
  'admin_vno/events/cev/get': 'unplugged',
  'admin_vno/ctos/get': 'ctos',
  'admin_vno/ports/get': 'ports',
  'admin_vno/accesses/get': 'accesses',
  'admin_vno/orders/get': 'orders',
  'admin_vno/enrollments/get': 'enrollments',
  'admin_vno/unenrollments/get': 'unenrollments',
  'admin_vno/technicals/get': 'technicals',
  'admin_vno/admins/get': 'admins',
  'admin_vno/invitations/get': 'invitations',
  'admin_vno/historicals/events/get': 'event_history',
  'admin_vno/historicals/ctos/get': 'cto_history',
  'admin_vno/historicals/ports/get': 'port_history',
  'admin_vno/audit/get': 'audit',
}
