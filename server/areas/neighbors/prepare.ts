import type { Input } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { asProcess } from '../../kernel/sql/in-process.ts'
import type { Sql } from '../../kernel/sql/scope.ts'
import { viewerOf } from '../../kernel/list/viewer.ts'
import type { UploadHandler } from '../../kernel/handler.ts'
import type { Principal } from '../../kernel/principal.ts'
import { missingDetail } from '../../kernel/validation.ts'
import type { BoxAnswer, Reader } from '../../plant/reader.ts'
import { keepPrepared, type Preparing } from '../../process/opening/prepared-reading.ts'
import { findWork } from './queries.ts'

type Asked = Input<'admin_vno/neighbors/prepare'>
interface Work {
  technical: { id: number; vnoId: number } | null
  cto: { locked: boolean } | null
  order: { ctoId: number | null } | null
}

/**
 * Needs the same rights as opening an intervention there.
 * @throws Problem VALIDATION, NOT_FOUND, CTO_NOT_FOUND, CTO_LOCKED
 */
async function workOf(sql: Pick<Sql, 'json'>, principal: Principal, asked: Asked): Promise<Preparing> {
  const { cto_id, service_order_id, technical_id } = asked
  const { vnoId, technicalId } = viewerOf(principal)
  const technician = technicalId ?? technical_id
  if (technician === undefined) throw new Problem('VALIDATION', { details: [missingDetail('technical_id')] })
  const values = [cto_id, technician, vnoId, service_order_id ?? null]
  const { technical, cto, order } = JSON.parse((await sql.json(findWork, values)) ?? '') as Work
  const foreign = technical_id !== undefined && technical_id !== technician
  if (!technical || foreign || (service_order_id !== undefined && !order)) throw new Problem('NOT_FOUND')
  if (!cto) throw new Problem('CTO_NOT_FOUND')
  if (order && order.ctoId !== null && order.ctoId !== cto_id)
    throw new Problem('VALIDATION', { details: [{ field: 'cto_id', code: 'value', message: 'validation.value' }] })
  if (cto.locked) throw new Problem('CTO_LOCKED')
  return { technicalId: technical.id, vnoId: technical.vnoId, ctoId: cto_id }
}

/** Errors are thrown where a repeated request gets its first answer. */
async function look(plant: Reader, work: Promise<Preparing>): Promise<BoxAnswer | Problem> {
  try {
    return await plant.readBox((await work).ctoId, { purpose: 'demand' })
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

export const prepare = {
  'admin_vno/neighbors/prepare': (async ({ sql, principal, plant }, asked) => {
    const reading = await look(plant, workOf(sql, principal, asked))
    return async (context) => {
      const work = await workOf(context.sql, principal, asked)
      if (reading instanceof Problem) throw reading
      const prepared = await asProcess(context.sql, () => keepPrepared(context.sql, work, reading))
      const record = { taken_at: prepared.takenAt.toISOString(), complete_pct: prepared.completePct }
      context.audit({ entity: 'cto', entityId: work.ctoId, after: { technical_id: work.technicalId, ...record } })
      return { record }
    }
  }) satisfies UploadHandler<'admin_vno/neighbors/prepare'>,
}
