/** Administrators, technicians, invitations. */
import { insert, makeAdmin, makeOperator, makeTechnician, unique, type Vno } from '../factories.ts'
import type { TestServer } from '../harness.ts'
import { makeInvitation } from '../people-factories.ts'
import type { AreaInputs, Made } from './area.ts'

const budgets: AreaInputs['budgets'] = {
  'admin_vno/admins/create': { trips: 15 },
  'admin_vno/admins/neutral/create': { trips: 15 },
  'admin_vno/technicals/create': { trips: 17 },
  'admin_vno/admins/edit': { trips: 8 },
  'admin_vno/admins/neutral/edit': { trips: 8 },
  'admin_vno/technicals/edit': { trips: 9 },
  'admin_vno/admins/delete': { trips: 11 },
  'admin_vno/admins/neutral/delete': { trips: 11 },
  'admin_vno/technicals/delete': { trips: 12 },
  'admin_vno/technicals/load': { trips: 30 },
  'admin_vno/invitations/send': { trips: 15 },
  'admin_vno/invitations/edit': { trips: 6 },
  'admin_vno/invitations/delete': { trips: 5 },
}

const address = () => `${unique().toLowerCase()}@prueba.test`
const role = (server: TestServer, base: string, vno: Vno | null) =>
  insert(server.db, 'role', {
    key: unique(),
    name: `Rol ${unique()}`,
    scope: vno ? 'vno' : 'neutral',
    base,
    vno_id: vno?.id ?? null,
    system: vno === null,
  })

async function make(server: TestServer, vno: Vno): Promise<Made> {
  const { db } = server
  const [admin, technician, neutral] = [
    await role(server, 'vno', vno),
    await role(server, 'technician', vno),
    await role(server, 'admin', null),
  ]
  const contractor_id = await insert(db, 'contractor', { vno_id: vno.id, name: `Contrata ${unique()}` })
  const of = async (account: Promise<{ id: number }>) => ({ id: (await account).id })
  const invitation = async () => ({ id: await makeInvitation(db, { vno, role_id: admin }) })
  return {
    inputs: {
      'admin_vno/admins/create': { name: 'Ana', email: address(), role_id: admin },
      'admin_vno/admins/neutral/create': { name: 'Ana', email: address(), role_id: neutral },
      'admin_vno/technicals/create': { name: 'Iván', email: address(), role_id: technician, contractor_id },
      'admin_vno/admins/edit': { ...(await of(makeAdmin(db, { vno }))), phone: '+34600112233' },
      'admin_vno/admins/neutral/edit': { ...(await of(makeOperator(db))), phone: '+34600112233' },
      'admin_vno/technicals/edit': { ...(await of(makeTechnician(db, { vno }))), skills: ['fusion'], contractor_id },
      'admin_vno/admins/delete': await of(makeAdmin(db, { vno })),
      'admin_vno/admins/neutral/delete': await of(makeOperator(db)),
      'admin_vno/technicals/delete': await of(makeTechnician(db, { vno })),
      'admin_vno/invitations/send': { kind: 'technician', email: address(), role_id: technician },
      'admin_vno/invitations/edit': { ...(await invitation()), name: 'Otra' },
      'admin_vno/invitations/delete': await invitation(),
    },
    files: {
      'admin_vno/technicals/load': { file: Buffer.from(`employee_code,name,email\nL1,Ana Ruiz,${address()}\n`) },
    },
  }
}

export const peopleInputs: AreaInputs = {
  budgets,
  neutralOnly: [
    'admin_vno/admins/neutral/get',
    'admin_vno/admins/neutral/download',
    'admin_vno/admins/neutral/create',
    'admin_vno/admins/neutral/edit',
    'admin_vno/admins/neutral/delete',
  ],
  make,
}
