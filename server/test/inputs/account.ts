import { insert, unique, type Vno } from '../factories.ts'
import type { TestServer } from '../harness.ts'
import type { AreaInputs } from './area.ts'

/** Two passkeys of the operator's first administrator, whose session sends the inputs. */
async function makePasskeys(db: TestServer['db'], vno: Vno): Promise<number[]> {
  const first = await db.owner.query<{ user_id: number }>(
    'select user_id from vno_admin_account where vno_id = $1 order by id limit 1',
    [vno.id],
  )
  const user_id = first.rows[0]?.user_id
  const make = () =>
    insert(db, 'passkey', {
      user_id,
      credential_id: unique(),
      public_key: Buffer.from('x'),
      synced: false,
      name: 'Móvil',
    })
  return user_id === undefined ? [] : [await make(), await make()]
}

export const accountInputs: AreaInputs = {
  budgets: {
    'account/edit': { trips: 7 },
    'account/delete': { trips: 14 },
    'account/agreements/accept': { trips: 9 },
    'account/passkeys/edit': { trips: 4 },
    'account/passkeys/delete': { trips: 12 },
    'client_contact/send_request': { trips: 14 },
    'admin_vno/devices/register': { trips: 3 },
    'admin_vno/devices/key': { trips: 2 },
    'admin_vno/devices/revoke': { trips: 5 },
  },
  neutralOnly: ['admin_vno/mail/get'],
  endsSession: ['account/delete'],
  async make({ db }, vno) {
    const { rows: versions } = await db.owner.query<{ next: number }>(
      `select coalesce(max(version), 0)::int + 1 as next from agreement where kind = 'prl'`,
    )
    const version = versions[0]?.next ?? 1
    const agreement = await insert(db, 'agreement', {
      kind: 'prl',
      version,
      title: 'Prevención',
      html_sanitised: '<p>Con casco.</p>',
      mandatory: false,
    })
    const user = await insert(db, 'app_user', { name: 'Con teléfono', email: `${unique().toLowerCase()}@prueba.test` })
    const role = await db.owner.query<{ id: number }>(`select id from role where key = 'technician' and system`)
    const technical = await insert(db, 'technical_account', {
      user_id: user,
      vno_id: vno.id,
      role_id: role.rows[0]?.id,
      status: 4,
    })
    const device = await insert(db, 'device', {
      user_id: user,
      vno_id: vno.id,
      technical_id: technical,
      install_id: 'perdido',
      platform: 'android',
    })
    const passkeys = await makePasskeys(db, vno)
    return {
      inputs: {
        'account/passkeys/edit': { id: passkeys[0], name: 'Portátil' },
        'account/passkeys/delete': { id: passkeys[1] },
        'account/edit': { name: 'Otro Nombre', phone: '+34600112233' },
        'account/agreements/accept': { id: agreement, version },
        'client_contact/send_request': {
          subject: 'Ayuda',
          message: 'No sé cómo se hace esto.',
          category: 'duda',
        },
        'admin_vno/devices/register': { install_id: 'navegador-1', platform: 'web' },
        'admin_vno/devices/revoke': { id: device },
      },
    }
  },
}
