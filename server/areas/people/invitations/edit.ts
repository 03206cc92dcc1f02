import { updateStatement } from '../../../kernel/sql/update.ts'
import type { Input } from '@hilo/contract/index.ts'
import { recordOf } from '../../../kernel/list/record.ts'
import type { WriteContext } from '../../../kernel/handler.ts'
import { unknownDetail } from '../../../kernel/validation.ts'
import { accountTables, checkContractor, refuse } from '../../../people/account-row.ts'
import { presentFields } from '../../../people/create.ts'
import { editPerson } from '../../../people/edit.ts'
import { checkGrant } from '../../../people/grant.ts'
import { countSending } from '../../../people/invite.ts'
import { invitations } from './list.ts'
import { sendAgain, typeOf, type InvitationRow } from './row.ts'

type Asked = Input<'admin_vno/invitations/edit'>

/** A pending account is edited itself; its invitation follows. */
async function editAccount(context: WriteContext, row: InvitationRow, asked: Asked): Promise<void> {
  const { name, role_id, contractor_id, zones } = asked
  const type = typeOf(row)
  const id = row.account_id ?? 0
  const record = () => recordOf(invitations, context.sql, context.principal, row.id)
  const edited = { id, role_id, ...(name != null && { name }) }
  await editPerson(context, type, edited, record, type === 'te' ? { contractor_id, zones } : {})
  if (asked.email !== undefined)
    await context.sql.rows(updateStatement(accountTables[type], ['email']), [id, asked.email])
}

/**
 * Edits an open invitation. Changing role or address counts as giving the role.
 * @throws Problem VALIDATION, NOT_FOUND, PRIVILEGE_ESCALATION, RATE_LIMITED
 */
export async function editInvitation(context: WriteContext, row: InvitationRow, asked: Asked): Promise<void> {
  const { email, name, role_id, contractor_id, zones } = asked
  if (row.kind === 'admin' && (contractor_id != null || zones !== undefined))
    throw refuse(unknownDetail(zones === undefined ? 'contractor_id' : 'zones'))
  const elsewhere = email !== undefined && email !== row.email
  if (elsewhere || role_id !== undefined) await checkGrant(context, typeOf(row), role_id ?? row.role_id, row.vno_id)
  if (row.account_id !== null) await editAccount(context, row, asked)
  else {
    if (contractor_id !== row.contractor_id) await checkContractor(context, contractor_id, row.vno_id)
    const columns = presentFields({ name, role_id, contractor_id, zones })
    const text = updateStatement(
      'invitation',
      columns.map(([column]) => column),
    )
    await context.sql.rows(text, [row.id, ...columns.map(([, value]) => value)])
  }
  if (elsewhere) {
    await countSending(context)
    await sendAgain(context, row, email)
  }
  const changed = Object.keys(presentFields({ email, name, role_id, contractor_id, zones }))
  context.audit({
    entity: 'invitation',
    entityId: row.id,
    before: { role_id: row.role_id },
    after: { changed, role_id },
  })
}
