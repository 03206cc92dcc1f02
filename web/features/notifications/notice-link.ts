import type { Notification } from '@hilo/contract/notifications.ts'

type Link = NonNullable<Notification['link']>

const routes: Readonly<Record<Link['entity'], string | null>> = {
  event: '/vno/intervenciones/',
  case: '/vno/vecinos/desconectados?vista=todos&abierto=',
  hair_change: '/vno/cambios-pelo/',
  enrollment: '/vno/matriculaciones/',
  admin: '/vno/administradores/',
  technical: '/vno/tecnicos/',
  order: '/vno/ordenes/',
  file: null,
  cto: '/vno/ctos/',
  contact: '/vno/soporte?peticion=',
}

/** Path of a notice's subject; null if it is a file, or if there is none. */
export function noticeRoute({ link }: Pick<Notification, 'link'>): string | null {
  const route = link && routes[link.entity]
  return route ? `${route}${link.id}` : null
}
