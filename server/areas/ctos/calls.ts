import type { Input } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { onlyNeutral } from '../../kernel/principal.ts'
import { authorOf } from '../../kernel/sql/author.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { WriteContext, WriteHandler } from '../../kernel/handler.ts'
import { text } from '../../kernel/texts.ts'
import { missingDetail } from '../../kernel/validation.ts'
import type { CtoValues } from '../../process/network/cto-columns.ts'
import { writeCtos } from '../../process/network/ctos.ts'
import { removePorts } from '../../process/port-row.ts'
import { taken } from '../../process/network/network.ts'
import { lockedRecord, recordAnswer, type Target } from '../shared/edit.ts'
import { ctos } from './list.ts'
import { boxByCode, boxInUse, lockBox, openWork, ponCodeOf, removeBox, removeDrops, setLock } from './queries.ts'

type Asked = Omit<Input<'admin_vno/ctos/edit'>, 'id' | 'version'>

/** Code of the named PON; undefined if none is named. */
async function ponOf(sql: Tx, upstream: Asked['upstream']): Promise<string | undefined> {
  const { pon_code, olt_id, slot, pon } = upstream ?? {}
  if (pon_code !== undefined || (olt_id === undefined && slot === undefined && pon === undefined)) return pon_code
  if (olt_id === undefined || slot === undefined || pon === undefined)
    throw new Problem('VALIDATION', { details: [missingDetail('upstream.pon_code')] })
  // No PON has the empty code, so it is refused as unknown.
  return (await sql.json(ponCodeOf, [olt_id, slot, pon])) ?? ''
}

/** The input of a box as a row. */
function valuesOf(code: string, pon_code: string | undefined, asked: Asked): CtoValues {
  const { address = {}, position, upstream, splitter, lock: _lock, ...rest } = asked
  const { number, ...home } = address
  return {
    ...rest,
    ...home,
    code,
    pon_code,
    street_number: number,
    lat: position && Number(position.lat.toFixed(7)),
    lon: position && Number(position.lon.toFixed(7)),
    accuracy_m: position?.accuracy_m,
    position_source: position?.source,
    splitter1_code: upstream?.splitter1_code,
    feeder_m: upstream?.feeder_m,
    splitter_level: splitter?.level,
    splitter_ratio: splitter?.ratio,
  }
}

/** @returns the id of the box, and whether it was in use already: another transaction may have made it since this one looked */
async function write(context: WriteContext, code: string, asked: Asked): Promise<{ id: number; existed: boolean }> {
  const { sql, principal, audit } = context
  const values = valuesOf(code, await ponOf(sql, asked.upstream), asked)
  const { outcomes, written } = await writeCtos(sql, [{ line: 1, values }], authorOf(principal))
  const { id, done } = taken(outcomes[0])
  const [change] = written
  if (change) audit({ entity: 'cto', entityId: id, before: change.before, after: change.row })
  return { id, existed: done !== 'created' && change?.before?.removed !== true }
}

interface Box {
  id: number
  code: string
  version: number
  lock: { until: string | null; reason: string } | null
}

/**
 * The box of a call, locked, with its version checked.
 * @throws Problem NOT_FOUND, VERSION_CONFLICT with the current record
 */
async function boxOf(context: WriteContext, target: Target): Promise<Box> {
  const [box] = await context.sql.rows<Box>(lockBox, [target.id])
  return await lockedRecord(context, ctos, target, box)
}

export const ctoCalls = {
  'admin_vno/ctos/create': (async (context, { code, ...asked }) => {
    onlyNeutral(context.principal)
    if ((await context.sql.json(boxByCode, [code])) !== null) throw new Problem('ALREADY_EXISTS')
    const { id, existed } = await write(context, code, asked).catch((error: unknown) => {
      const twice = error instanceof Error && 'constraint' in error && error.constraint === 'cto_code_key'
      throw twice ? new Problem('ALREADY_EXISTS') : error
    })
    if (existed) throw new Problem('ALREADY_EXISTS')
    return recordAnswer(context, ctos, id)
  }) satisfies WriteHandler<'admin_vno/ctos/create'>,

  'admin_vno/ctos/edit': (async (context, { id, version, ...asked }) => {
    onlyNeutral(context.principal)
    const { sql, audit } = context
    const box = await boxOf(context, { id, version })
    await write(context, box.code, asked)
    if (asked.lock !== undefined) {
      const { until = null, reason } = asked.lock ?? { reason: null }
      await sql.rows(setLock, [id, until, reason])
      audit({ entity: 'cto', entityId: id, before: { lock: box.lock }, after: { lock: asked.lock } })
    }
    return recordAnswer(context, ctos, id)
  }) satisfies WriteHandler<'admin_vno/ctos/edit'>,

  'admin_vno/ctos/delete': (async (context, { id, version }) => {
    onlyNeutral(context.principal)
    const { sql, audit } = context
    const { code } = await boxOf(context, { id, version })
    const held = (await sql.json(boxInUse, [id])) === 'true' ? 'ports' : null
    const work = (await sql.json(openWork, [id])) === 'true' ? 'events' : null
    const details = [held, work].flatMap((field) =>
      field === null ? [] : [{ field, code: 'in_use', message: text(`cto.remove.held.${field}`) }],
    )
    if (details.length > 0) throw new Problem('IN_USE', { details })
    await sql.rows(removeDrops, [id])
    await removePorts(sql, [id])
    await sql.rows(removeBox, [id])
    audit({ entity: 'cto', entityId: id, before: { code }, after: { removed: true } })
    return { result_flag: 1, record: { id, code } }
  }) satisfies WriteHandler<'admin_vno/ctos/delete'>,
}
