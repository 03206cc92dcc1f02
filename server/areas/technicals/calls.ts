import { recordStatement } from '../../db/record.ts'
import { JsonAfter, type WriteContext, type WriteHandler } from '../../http/handler.ts'
import { namedOperator } from '../../people/account-row.ts'
import { deletePerson } from '../../people/erase.ts'
import { countSending } from '../../people/invite.ts'
import { asIs, createTechnical, editTechnical } from './change.ts'
import { technicals as list } from './list.ts'
import { loadTechnicals } from './load.ts'

const answer = ({ principal }: WriteContext, id: number) =>
  new JsonAfter('{"record":', recordStatement(list, principal, id), '}')
/** Technicians of the operators. */
export const technicals = {
  'admin_vno/technicals/create': (async (context, { vno_id, ...asked }) => {
    const vnoId = await namedOperator(context, vno_id)
    await countSending(context)
    return answer(context, await createTechnical(context, vnoId, asked))
  }) satisfies WriteHandler<'admin_vno/technicals/create'>,
  'admin_vno/technicals/edit': (async (context, asked) => {
    await editTechnical(context, asked)
    return answer(context, asked.id)
  }) satisfies WriteHandler<'admin_vno/technicals/edit'>,
  'admin_vno/technicals/load': loadTechnicals,
  'admin_vno/technicals/delete': (async (context, asked) => {
    await deletePerson(context, 'te', asked, asIs(context, asked.id))
    return answer(context, asked.id)
  }) satisfies WriteHandler<'admin_vno/technicals/delete'>,
}

export const technicalsLists = { 'admin_vno/technicals/get': list }
