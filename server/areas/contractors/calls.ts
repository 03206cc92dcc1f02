import type { Input } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { authorOf } from '../../db/author.ts'
import { unique } from '../../db/constraints.ts'
import { recordOf, recordStatement } from '../../db/record.ts'
import { ownVno } from '../../db/viewer.ts'
import { JsonAfter, type WriteContext, type WriteHandler } from '../../http/handler.ts'
import type { Principal } from '../../http/principal.ts'
import { missingDetail, unknownDetail } from '../../http/validation.ts'
import { contractorList } from './list.ts'
import { added, edited, locked } from './queries.ts'

export const contractorsLists = { 'admin_vno/contractors/get': contractorList }

interface Contractor {
  id: number
  version: number
  vno_id: number
  name: string
  cif: string | null
  status: number
}

/** One's own operator; the neutral one says whose. */
function operatorOf({ account_type, vno }: Principal, { vno_id }: Input<'admin_vno/contractors/create'>): number {
  const neutral = account_type === 'ad'
  if (!neutral && vno_id !== undefined) throw new Problem('VALIDATION', { details: [unknownDetail('vno_id')] })
  if (neutral && vno_id === undefined) throw new Problem('VALIDATION', { details: [missingDetail('vno_id')] })
  return vno_id ?? vno?.id ?? 0
}

const answer = ({ principal }: WriteContext, id: number) =>
  new JsonAfter('{"record":', recordStatement(contractorList, principal, id), '}')

export const contractors = {
  'admin_vno/contractors/create': (async (context, asked) => {
    const { principal, sql, audit } = context
    const vnoId = operatorOf(principal, asked)
    const { name, cif = null } = asked
    // None where there is no such operator, and then no record is found either.
    const id = Number(await unique(sql.json(added, [vnoId, name, cif, JSON.stringify(authorOf(principal))])))
    audit({ entity: 'contractor', entityId: id, after: { vno_id: vnoId, name, cif } })
    return answer(context, id)
  }) satisfies WriteHandler<'admin_vno/contractors/create'>,

  'admin_vno/contractors/edit': (async (context, asked) => {
    const { principal, sql, audit } = context
    const own = ownVno(principal)
    const found = await sql.json(locked, [asked.id, own])
    if (found === null) throw new Problem('NOT_FOUND')
    const { id, version, ...before } = JSON.parse(found) as Contractor
    if (asked.version !== undefined && asked.version !== version) {
      const record = JSON.parse(await recordOf(contractorList, sql, principal, id)) as unknown
      throw new Problem('VERSION_CONFLICT', { record })
    }
    const { name = before.name, status = before.status } = asked
    const cif = asked.cif === undefined ? before.cif : asked.cif
    await unique(sql.json(edited, [id, name, cif, status]))
    audit({ entity: 'contractor', entityId: id, before, after: { ...before, name, cif, status } })
    return answer(context, id)
  }) satisfies WriteHandler<'admin_vno/contractors/edit'>,
}
