import { withholds } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { Input } from '@hilo/contract/index.ts'
import { onlyNeutral } from '../../../kernel/principal.ts'
import { recordOf } from '../../../kernel/list/record.ts'
import type { WriteContext, WriteHandler } from '../../../kernel/handler.ts'
import { createPerson } from '../../../people/create.ts'
import { editPerson } from '../../../people/edit.ts'
import { deletePerson } from '../../../people/erase.ts'
import { countSending } from '../../../people/invite.ts'
import { recordAnswer } from '../../shared/edit.ts'
import { employerOf } from '../../shared/operator.ts'
import { admins as ofOperator, neutralAdmins as ofNeutral } from './list.ts'

type Source = typeof ofOperator | typeof ofNeutral
const paths = { va: ofOperator, ad: ofNeutral } as const
type Type = keyof typeof paths

const asIs =
  ({ sql, principal }: WriteContext, source: Source, id: number) =>
  () =>
    recordOf(source, sql, principal, id)

/** Only the neutral operator manages its own administrators, whatever the privileges of others. */
function checkNeutral({ principal }: WriteContext, type: Type): void {
  if (type === 'ad') onlyNeutral(principal)
}

async function create(
  context: WriteContext,
  type: Type,
  { role_id: roleId, ...person }: Input<'admin_vno/admins/neutral/create'>,
  vnoId: number | null,
) {
  await countSending(context)
  return recordAnswer(context, paths[type], await createPerson(context, type, { ...person, roleId, vnoId }))
}

const edit = (type: Type) =>
  (async (context, asked) => {
    checkNeutral(context, type)
    const { privileges } = context.principal
    if (type === 'ad' && asked.role_id !== undefined && withholds(privileges, 'admin.privileges_edit'))
      throw new Problem('PRIVILEGE_DENIED')
    await editPerson(context, type, asked, asIs(context, paths[type], asked.id))
    return recordAnswer(context, paths[type], asked.id)
  }) satisfies WriteHandler<'admin_vno/admins/edit'> & WriteHandler<'admin_vno/admins/neutral/edit'>

const remove = (type: Type) =>
  (async (context, asked) => {
    checkNeutral(context, type)
    await deletePerson(context, type, asked, asIs(context, paths[type], asked.id))
    return recordAnswer(context, paths[type], asked.id)
  }) satisfies WriteHandler<'admin_vno/admins/delete'> & WriteHandler<'admin_vno/admins/neutral/delete'>

/** Administrators of operators, and of the neutral one. */
export const admins = {
  'admin_vno/admins/create': (async (context, { vno_id, ...person }) => {
    return await create(context, 'va', person, await employerOf(context, vno_id))
  }) satisfies WriteHandler<'admin_vno/admins/create'>,
  'admin_vno/admins/edit': edit('va'),
  'admin_vno/admins/delete': remove('va'),

  'admin_vno/admins/neutral/create': (async (context, person) => {
    checkNeutral(context, 'ad')
    return await create(context, 'ad', person, null)
  }) satisfies WriteHandler<'admin_vno/admins/neutral/create'>,
  'admin_vno/admins/neutral/edit': edit('ad'),
  'admin_vno/admins/neutral/delete': remove('ad'),
}

export const adminsLists = {
  'admin_vno/admins/get': ofOperator,
  'admin_vno/admins/neutral/get': ofNeutral,
}
