import type { WriteContext, WriteHandler } from '../../../kernel/handler.ts'
import { deletePerson } from '../../../people/erase.ts'
import { countSending } from '../../../people/invite.ts'
import { recordAnswer } from '../../shared/edit.ts'
import { employerOf } from '../../shared/operator.ts'
import { asIs, createTechnical, editTechnical } from './change.ts'
import { technicals as list } from './list.ts'
import { loadTechnicals } from './load.ts'

const answer = (context: WriteContext, id: number) => recordAnswer(context, list, id)
/** Technicians of the operators. */
export const technicals = {
  'admin_vno/technicals/create': (async (context, { vno_id, ...asked }) => {
    const vnoId = await employerOf(context, vno_id)
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
