import { accountStatus } from '@hilo/domain/status.ts'
import { productVersion } from '../kernel/place.ts'
import type pg from 'pg'
import { publishAgreement, type NewAgreement } from '../auth/agreement.ts'

const agreements: readonly NewAgreement[] = [
  {
    kind: 'terms',
    title: 'Condiciones de uso',
    mandatory: true,
    html: `<h2>Para qué sirve</h2>
<p>Hilo sirve para trabajar en la red del operador neutro sin perjudicar a ningún vecino. Cada persona entra con su propia cuenta y no la presta.</p>
<h2>Qué se espera de ti</h2>
<ul><li>Trabaja solo en las cajas de tus intervenciones.</li><li>Comprueba a los vecinos antes de irte.</li><li>Haz las fotografías en el sitio y en el momento.</li></ul>`,
  },
  {
    kind: 'privacy',
    title: 'Protección de datos',
    mandatory: true,
    html: `<h2>Qué se guarda</h2>
<p>Tu nombre, tu correo, tu teléfono y tu documento; las intervenciones que haces, con su hora y su lugar; y las fotografías que tomas.</p>
<h2>Para qué y cuánto tiempo</h2>
<p>Para prestar el servicio y probar cómo se dejó la red. El histórico se guarda cinco años; tus datos personales se separan de él a los doce meses o cuando borras tu cuenta.</p>`,
  },
  {
    kind: 'prl',
    title: 'Prevención de riesgos en la calle',
    mandatory: false,
    html: `<p>Señaliza la zona, usa el equipo de protección y no subas a un poste ni bajes a una cámara si estás solo.</p>`,
  },
]

/** Agreements were published before their first acceptance. */
const published = `update agreement set published_at = (select min(created_at) from app_user) - interval '30 days'`

/** Active people have accepted the mandatory agreements; new ones still have to. */
const acceptances = `
  insert into agreement_acceptance (user_id, agreement_id, accepted_at)
  select u.user_id, a.id, u.since from agreement a, (
    select user_id, created_at as since, status from vno_admin_account
    union all select user_id, created_at, status from technical_account
    union all select user_id, created_at, status from admin_account) u
  where a.mandatory and u.status in (${accountStatus.is.waiting_approval}, ${accountStatus.is.suspended}, ${accountStatus.is.active})
  on conflict do nothing`

const telephones = `
  insert into device (vno_id, user_id, technical_id, install_id, platform, model, os, app_version, last_seen_at)
  select vno_id, user_id, id, 'demo-' || id, 'android', (array['Pixel 8', 'Galaxy A55', 'Redmi Note 13'])[1 + id % 3], 'Android 15',
    '${productVersion}', now() - (1 + id % 20) * interval '1 hour'
  from technical_account where status = ${accountStatus.is.active}`

const messages = `
  insert into mail (recipient, kind, subject, body, state, attempts, sent_at, vno_id, created_at)
  select u.email, 'password_changed', 'Tu contraseña de Hilo ha cambiado', 'La contraseña de tu cuenta de Hilo ha cambiado.', 'enviado', 1,
    now() - interval '3 days', a.vno_id, now() - interval '3 days'
  from vno_admin_account a join app_user u on u.id = a.user_id
  where a.status = ${accountStatus.is.active} and u.email is not null and a.id in (select min(id) from vno_admin_account group by vno_id)`

/** Acceptances, devices and messages of people. */
export async function addAccounts(client: pg.PoolClient): Promise<void> {
  for (const one of agreements) await publishAgreement(client, one)
  for (const text of [published, acceptances, telephones, messages]) await client.query(text)
}
