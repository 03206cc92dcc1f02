import { Problem } from '@hilo/domain/problem.ts'
import { authorOf } from '../../db/author.ts'
import { recordOf, recordStatement } from '../../db/record.ts'
import { ownVno } from '../../db/viewer.ts'
import { JsonAfter, type WriteContext, type WriteHandler } from '../../http/handler.ts'
import { missingDetail, unknownDetail } from '../../http/validation.ts'
import { writeDrops, type DropValues } from '../../process/network/drops.ts'
import { taken } from '../../process/network/network.ts'
import { drops as source } from './list.ts'

/** A label is of one drop alone, whoever's it is. */
async function writeOne(context: WriteContext, values: DropValues): Promise<number> {
  const { sql, principal, audit } = context
  const what = { vnoId: ownVno(principal), by: authorOf(principal) }
  const { outcomes, written } = await writeDrops(sql, [{ line: 1, values }], what).catch((error: unknown) => {
    const twice = error instanceof Error && 'constraint' in error && error.constraint === 'drop_cable_label_key'
    throw twice ? new Problem('LABEL_DUPLICATE') : error
  })
  const { id } = taken(outcomes[0])
  const [change] = written
  if (change) audit({ entity: 'drop', entityId: id, before: change.before, after: change.row })
  return id
}

const answered = ({ principal }: WriteContext, id: number) =>
  new JsonAfter('{"record":', recordStatement(source, principal, id), '}')

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
    const own = ownVno(principal)
    if (own !== null && asked.vno_id !== undefined)
      throw new Problem('VALIDATION', { details: [unknownDetail('vno_id')] })
    const named = [asked.vno_id, asked.access_id, asked.port_id].some((one) => one != null)
    if (own === null && !named) throw new Problem('VALIDATION', { details: [missingDetail('vno_id')] })
    const there = JSON.parse((await sql.json(forNew, [asked.label, asked.vno_id ?? null])) ?? '{}') as ForNew
    if (!there.owner) throw new Problem('NOT_FOUND')
    if (there.taken) throw new Problem('LABEL_DUPLICATE')
    return answered(context, await writeOne(context, { ...asked, ...(own !== null && { vno_id: own }) }))
  }) satisfies WriteHandler<'admin_vno/drops/create'>,

  'admin_vno/drops/edit': (async (context, { id, version, label, ...asked }) => {
    const { sql, principal } = context
    const [drop] = await sql.rows<{ label: string; version: number }>(lockDrop, [id, ownVno(principal)])
    if (!drop) throw new Problem('NOT_FOUND')
    if (version !== undefined && version !== drop.version) {
      const record = JSON.parse(await recordOf(source, sql, principal, id)) as unknown
      throw new Problem('VERSION_CONFLICT', { record })
    }
    await writeOne(context, { ...asked, label: drop.label, new_label: label })
    return answered(context, id)
  }) satisfies WriteHandler<'admin_vno/drops/edit'>,
}
export const dropsLists = { 'admin_vno/drops/get': source }
