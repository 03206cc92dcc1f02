import type { Input } from '@hilo/contract/index.ts'
import { recordOf } from '../../../kernel/list/record.ts'
import type { WriteContext } from '../../../kernel/handler.ts'
import { missingDetail } from '../../../kernel/validation.ts'
import { checkContractor, refuse } from '../../../people/account-row.ts'
import { createPerson, type TechnicalColumns } from '../../../people/create.ts'
import { editPerson } from '../../../people/edit.ts'
import { technicianRole } from '../../../people/grant.ts'
import { technicals as list } from './list.ts'

/** The record as the session may see it. */
export const asIs =
  ({ sql, principal }: WriteContext, id: number) =>
  () =>
    recordOf(list, sql, principal, id)

/** Separates the columns of a technician's account from those of every account. */
function split<T extends TechnicalColumns>({
  contractor_id,
  employee_code,
  prl_valid_until,
  skills,
  zones,
  ...rest
}: T) {
  return { columns: { contractor_id, employee_code, prl_valid_until, skills, zones }, rest }
}

type Created = Omit<Input<'admin_vno/technicals/create'>, 'vno_id'>

/** Adds a technician to an operator and sends the invitation. */
export async function createTechnical(context: WriteContext, vnoId: number, asked: Created): Promise<number> {
  const { columns, rest } = split(asked)
  const { role_id, ...person } = rest
  const roleId = role_id ?? (await technicianRole(context))
  if (roleId === null) throw refuse(missingDetail('role_id'))
  await checkContractor(context, columns.contractor_id, vnoId)
  return await createPerson(context, 'te', { ...person, roleId, vnoId }, columns)
}

export async function editTechnical(context: WriteContext, asked: Input<'admin_vno/technicals/edit'>): Promise<void> {
  const { columns, rest } = split(asked)
  await editPerson(context, 'te', rest, asIs(context, asked.id), columns)
}
