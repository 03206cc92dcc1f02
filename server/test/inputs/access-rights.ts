/** Roles, operators, keys and contractors. */
import { makeVno } from '../factories.ts'
import { makeContractor, makeKey, makeRole, systemRole } from '../rights-factories.ts'
import type { AreaInputs } from './area.ts'

export const accessRightsInputs: AreaInputs = {
  budgets: {
    'admin_vno/roles/create': { trips: 3 },
    'admin_vno/roles/edit': { trips: 3 },
    // Deleted accounts of each kind and invitations leave the role.
    'admin_vno/roles/delete': { trips: 8 },
    'admin_vno/vno/create': { trips: 3 },
    // It may contain a logo: the session is checked before the body is received.
    'admin_vno/vno/edit': { trips: 4 },
    'admin_vno/vno/webhook/test': { trips: 6 },
    'admin_vno/vno/delete': { trips: 4 },
    // Person, account, session with key, and the record with the key, shown once.
    'admin_vno/apikeys/create': { trips: 6 },
    'admin_vno/apikeys/delete': { trips: 3 },
    'admin_vno/contractors/create': { trips: 2 },
    'admin_vno/contractors/edit': { trips: 3 },
  },
  neutralOnly: ['admin_vno/vno/create', 'admin_vno/vno/delete'],
  async make({ db }, vno) {
    const contractor = await makeContractor(db, vno)
    await db.owner.query(
      `update vno set contact = contact || '{"webhook_url":"http://127.0.0.1:9/aviso","webhook_secret_set":true}' where id = $1`,
      [vno.id],
    )
    await db.owner.query(`insert into vno_secret values ($1, 'un-secreto-de-prueba-0123') on conflict do nothing`, [
      vno.id,
    ])
    return {
      inputs: {
        'admin_vno/roles/create': { name: 'Mesa de averías', privileges: { event: { privs: { event_view: true } } } },
        'admin_vno/roles/edit': { id: await makeRole(db, vno, {}), description: 'Otra' },
        'admin_vno/roles/delete': { id: await makeRole(db, vno, {}) },
        'admin_vno/vno/downloadRegistry': { format: 'xlsx', query: { sort: [['externalId', 'desc']] } },
        'admin_vno/vno/create': { code: `N${vno.external_id}` },
        'admin_vno/vno/edit': { id: vno.id, description: 'Otra' },
        'admin_vno/vno/webhook/test': { id: vno.id },
        'admin_vno/vno/delete': { port_id: (await makeVno(db)).id },
        'admin_vno/apikeys/create': { name: 'Provisión', role_id: await systemRole(db, 'vno') },
        'admin_vno/apikeys/delete': { id: (await makeKey(db, vno)).id },
        'admin_vno/contractors/create': { name: 'Fibracer', cif: 'B-58818501' },
        'admin_vno/contractors/edit': { id: contractor, status: 2 },
      },
    }
  },
}
