/** Rows for every list of an operator, some with equal times and different states; and foreign rows that must not appear. */
import { makeCut, makeCuts } from './cut-factories.ts'
import { makeDropRows } from './drop-factories.ts'
import { makeEnrollmentRows } from './enrollment-factories.ts'
import { makeLineRows } from './line-factories.ts'
import { makeVisits } from './order-factories.ts'
import { makeContractor, makeKey, makeRole } from './rights-factories.ts'
import { makeInvitation } from './people-factories.ts'
import { makeHairChange } from './hair-changes.ts'
import { makeNotices } from './notice-factories.ts'
import { insert, makeAdmin, makeOperator, makeTechnician, makeVno, type Account, type Vno } from './factories.ts'
import { makeRecords } from './record-factories.ts'
import type { TestDatabase } from './database.ts'

interface Sides {
  vno: Vno
  admin: Account
  technician: Account
  theirs: Vno
}

/** Rows of `theirs` contain CANARIO. */
export async function makeListRows(db: TestDatabase, { vno, admin, technician, theirs }: Sides): Promise<void> {
  await makeEnrollmentRows(db, vno, theirs)
  await makeCuts(db, vno, 7)
  await makeCut(db, { vno: theirs, mark: 'CANARIO' })
  await makeDropRows(db, vno)
  await makeDropRows(db, vno)
  await makeDropRows(db, theirs, 'CANARIO')
  await makeVisits(db, { vno, technician })
  await makeVisits(db, { vno: theirs, text: 'CANARIO' })
  for (let i = 0; i < 7; i++) {
    await makeAdmin(db, { vno, name: `${'ÁñbÓzéI'[i]} ${i}` })
    await makeTechnician(db, { vno, name: `${'ÁñbÓzéI'[i]} ${i}`, ...(i % 2 && { status: 3 }) })
    await makeOperator(db, { name: `${'ÁñbÓzéI'[i]} ${i}` })
    await makeInvitation(db, { vno, role_id: admin.role_id, created_at: new Date(Date.UTC(2026, 9, 1 + (i >> 1))) })
  }
  const stranger = await makeAdmin(db, { vno: theirs, name: 'CANARIO-ADMINISTRADOR', email: 'canario@canario.test' })
  await makeInvitation(db, { vno: theirs, role_id: stranger.role_id, name: 'CANARIO-INVITADO' })
  for (let i = 0; i < 7; i++) {
    await makeVno(db)
    await makeRole(db, vno, {})
    await makeContractor(db, vno)
    await makeKey(db, vno)
  }
  await makeRole(db, theirs, {}, { name: 'CANARIO-ROL' })
  await makeContractor(db, theirs, { name: 'CANARIO-CONTRATA' })
  await makeKey(db, theirs, { name: 'CANARIO-CLAVE' })
  for (let i = 0; i < 7; i++) {
    const created_at = new Date(Date.UTC(2026, 9, 1 + (i >> 1)))
    const answered = i % 2 ? { process_state: 4, decision: 'denegado', deny_code: 'CTO_COPADA' } : { waiting: true }
    await makeHairChange(db, { vno, created_at, ...answered })
  }
  for (let i = 0; i < 7; i++) {
    const [kind, state] = i % 2 ? ['invitation', 'enviado'] : ['notice', 'pendiente']
    const of = { vno_id: vno.id, recipient: `ana${i >> 1}@prueba.test`, subject: 'Hola', body: 'CANARIO' }
    await insert(db, 'mail', { ...of, kind, state, created_at: new Date(Date.UTC(2026, 9, 1 + (i >> 1))) })
  }
  await makeHairChange(db, { vno: theirs, comment: 'CANARIO-CAMBIO' })
  for (let i = 0; i < 7; i++)
    await makeLineRows(db, vno, { at: new Date(Date.UTC(2026, 9, 1 + (i >> 1))), odd: i % 2 === 1 })
  await makeLineRows(db, theirs, { at: new Date(Date.UTC(2026, 9, 1)), mark: 'CANARIO-' })
  await makeRecords(db, vno)
  await makeRecords(db, theirs, 'CANARIO')
  for (let i = 0; i < 7; i++)
    await makeNotices(db, vno, { at: new Date(Date.UTC(2026, 9, 1 + (i >> 1))), odd: i % 2 === 1 })
  await makeNotices(db, theirs, { at: new Date(Date.UTC(2026, 9, 1)), mark: 'CANARIO-' })
}
