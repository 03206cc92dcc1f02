import { Problem } from '@hilo/domain/problem.ts'
import { authorOf } from '../../kernel/sql/author.ts'
import { ownVno } from '../../kernel/list/viewer.ts'
import type { WriteContext, WriteHandler } from '../../kernel/handler.ts'
import { missingDetail } from '../../kernel/validation.ts'
import { writeDrops, type DropValues } from '../../process/network/drops.ts'
import { taken } from '../../process/network/network.ts'
import { lockedRecord, recordAnswer } from '../shared/edit.ts'
import { operatorIfNamed } from '../shared/operator.ts'
import { drops as source } from './list.ts'

/**
 * A label belongs to one drop alone, over all operators.
 * @returns its id, and whether the drop was there already: another transaction may have made it since this one looked
 */
async function writeOne(context: WriteContext, values: DropValues): Promise<{ id: number; existed: boolean }> {
  const { sql, principal, audit } = context
  const what = { vnoId: ownVno(principal), by: authorOf(principal) }
  const { outcomes, written } = await writeDrops(sql, [{ line: 1, values }], what).catch((error: unknown) => {
    const twice = error instanceof Error && 'constraint' in error && error.constraint === 'drop_cable_label_key'
    throw twice ? new Problem('LABEL_DUPLICATE') : error
  })
  const { id, done } = taken(outcomes[0])
  const [change] = written
  if (change) audit({ entity: 'drop', entityId: id, before: change.before, after: change.row })
  return { id, existed: done !== 'created' }
}

const forNew = `select json_build_object('taken', exists (select from drop_cable where label = $1),
  'owner', $2::bigint is null or exists (select from vno where id = $2 and deleted_at is null))`
interface ForNew {
  taken: boolean
  owner: boolean
}
const lockDrop = `select id, label, version from drop_cable where id = $1 and ($2::int is null or vno_id = $2) for no key update`

export const drops = {
  'admin_vno/drops/create': (async (context, asked) => {
    const { sql, principal } = context
    operatorIfNamed(principal, asked.vno_id)
    const own = ownVno(principal)
    const named = [asked.vno_id, asked.access_id, asked.port_id].some((one) => one != null)
    if (own === null && !named) throw new Problem('VALIDATION', { details: [missingDetail('vno_id')] })
    const there = JSON.parse((await sql.json(forNew, [asked.label, asked.vno_id ?? null])) ?? '{}') as ForNew
    if (!there.owner) throw new Problem('NOT_FOUND')
    if (there.taken) throw new Problem('LABEL_DUPLICATE')
    const { id, existed } = await writeOne(context, { ...asked, ...(own !== null && { vno_id: own }) })
    if (existed) throw new Problem('LABEL_DUPLICATE')
    return recordAnswer(context, source, id)
  }) satisfies WriteHandler<'admin_vno/drops/create'>,

  'admin_vno/drops/edit': (async (context, { id, version, label, ...asked }) => {
    const { sql, principal } = context
    const [drop] = await sql.rows<{ label: string; version: number }>(lockDrop, [id, ownVno(principal)])
    const { label: known } = await lockedRecord(context, source, { id, version }, drop)
    await writeOne(context, { ...asked, label: known, new_label: label })
    return recordAnswer(context, source, id)
  }) satisfies WriteHandler<'admin_vno/drops/edit'>,
}
