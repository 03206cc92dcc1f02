import type { Output } from '@hilo/contract/index.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import { normalSerial } from '@hilo/domain/ont-serial.ts'
import { type Bind } from '../../../kernel/list/list-source.ts'
import { normalCode } from '@hilo/domain/text.ts'
import { recordOf } from '../../../kernel/list/record.ts'
import { Json, type ReadHandler } from '../../../kernel/handler.ts'
import { onlyNeutral, isNeutral, type Principal } from '../../../kernel/principal.ts'
import { missingDetail } from '../../../kernel/validation.ts'
import type { LineHistory } from '../../../plant/plant.ts'
import type { LineAnswer } from '../../../plant/reader.ts'
import { accesses } from './access-list.ts'
import { findAccess, findAccesses, type FoundAccess } from './queries.ts'

type Named = Parameters<ReadHandler<'admin_vno/ont/retrieveAccessVNO'>>[1]

const wrong = (field: string): ProblemDetail => ({ field, code: 'value', message: 'validation.value' })

/** Conditions on `x` for each given way of naming an access; all of them must hold. */
function conditions(asked: Named, bind: Bind): string[] {
  const { access_id, access_code, ont_serial, customer_ref, cto_code, cto_id, port, port_id } = asked
  const found: string[] = []
  if (access_id !== undefined) found.push(`x.id = ${bind(access_id)}::bigint`)
  if (access_code !== undefined) found.push(`x.code = ${bind(normalCode(access_code))}`)
  if (ont_serial !== undefined) found.push(`x.ont_serial = ${bind(normalSerial(ont_serial))}`)
  if (customer_ref !== undefined) found.push(`x.customer_ref = ${bind(customer_ref)}`)
  if (port_id !== undefined) found.push(`x.port_id = ${bind(port_id)}::bigint`)
  if (port !== undefined) {
    const box =
      cto_id === undefined
        ? `p.cto_id in (select c.id from cto c where c.code = ${bind(normalCode(cto_code ?? ''))} or c.label = ${bind(normalCode(cto_code ?? ''))})`
        : `p.cto_id = ${bind(cto_id)}::bigint`
    found.push(`x.port_id = (select p.id from port p where ${box} and p.number = ${bind(port)}::int limit 1)`)
  }
  return [...found, ...orderConditions(asked, bind)]
}

function orderConditions({ service_order_id: id, external_order_id: external }: Named, bind: Bind): string[] {
  const by: string[] = []
  if (id !== undefined) by.push(`o.id = ${bind(id)}::bigint`)
  if (external !== undefined) by.push(`o.external_order_id = ${bind(external)}`)
  return by.map((one) => `x.id in (select o.access_id from service_order o where ${one} and o.vno_id = x.vno_id)`)
}

/** @throws Problem VALIDATION if nothing, or half a position, is given */
function refuseUnnamed(asked: Named): void {
  const { cto_code, cto_id, port, ...others } = asked
  const box = cto_code !== undefined || cto_id !== undefined
  const details: ProblemDetail[] = []
  if (box && port === undefined) details.push(missingDetail('port'))
  if (!box && port !== undefined) details.push(missingDetail('cto_code'))
  if (cto_code !== undefined && cto_id !== undefined) details.push(wrong('cto_id'))
  if (!box && Object.values(others).every((one) => one === undefined)) details.push(missingDetail('access_code'))
  if (details.length > 0) throw new Problem('VALIDATION', { details })
}

/** All operators' accesses need the matching privilege of the neutral operator. */
function refuseNeutral(principal: Principal): void {
  if (isNeutral(principal) && !allows(principal.privileges, 'retrieve-access_view'))
    throw new Problem('PRIVILEGE_DENIED')
}

/**
 * The condition on `x` for exactly one of two names.
 * @throws Problem VALIDATION unless exactly one is given
 */
export function byName({ access_id: id, access_code: code }: Pick<Named, 'access_id' | 'access_code'>) {
  if (id === undefined && code === undefined) throw new Problem('VALIDATION', { details: [missingDetail('access_id')] })
  if (id !== undefined && code !== undefined) throw new Problem('VALIDATION', { details: [wrong('access_code')] })
  return (bind: Bind) => (id === undefined ? `x.code = ${bind(normalCode(code ?? ''))}` : `x.id = ${bind(id)}::bigint`)
}

type RawData = Output<'admin_vno/ont/retrieveData'>['record']

/** The stored history of a line in the wire's form. */
function historyOf({ points, downs }: LineHistory): Pick<RawData, 'series' | 'downs'> {
  return {
    series: points.map(({ at, rxDbm, oltRxDbm }) => ({ at: at.toISOString(), rx_dbm: rxDbm, olt_rx_dbm: oltRxDbm })),
    downs: downs.map(({ at, cause, upAt }) => ({ at: at.toISOString(), cause, up_at: upAt?.toISOString() ?? null })),
  }
}

function rawData(access: FoundAccess, { box, detail }: LineAnswer, history: LineHistory): RawData {
  const reading = box.readings.find(({ portId }) => portId === access.port_id)
  const { counters } = detail
  return {
    access_id: access.id,
    access: { id: access.id, code: access.code },
    taken_at: box.takenAt.toISOString(),
    source: box.source,
    ont: {
      serial: detail.serial,
      model: detail.model,
      sw: detail.software,
      state: reading?.state ?? 'unknown',
      rx_dbm: reading?.rxDbm ?? null,
      olt_rx_dbm: reading?.oltRxDbm ?? null,
      distance_m: reading?.distanceM ?? null,
      uptime_s: detail.uptimeS,
      ethernet: detail.ethernet,
      session: detail.session,
    },
    profile: detail.profile,
    vlan: detail.vlan,
    counters: counters && {
      rx_bytes: counters.rxBytes,
      tx_bytes: counters.txBytes,
      bip: counters.bip,
      fec_corrected: counters.fecCorrected,
      fec_uncorrected: counters.fecUncorrected,
    },
    ...historyOf(history),
  }
}

export const readCalls = {
  'admin_vno/ont/retrieveAccessVNO': (async ({ principal, sql }, asked) => {
    refuseUnnamed(asked)
    refuseNeutral(principal)
    const [first, ...others] = await findAccesses(sql, principal, (bind) => conditions(asked, bind))
    if (!first) throw new Problem('NOT_FOUND')
    const record = await recordOf(accesses, sql, principal, first.id)
    return new Json(`{"record":${record},"others":${JSON.stringify(others)}}`)
  }) satisfies ReadHandler<'admin_vno/ont/retrieveAccessVNO'>,

  'admin_vno/ont/retrieveData': (async ({ principal, sql, plant }, asked) => {
    onlyNeutral(principal)
    const access = await findAccess(sql, principal, byName(asked))
    if (!access?.held) throw new Problem('NOT_FOUND')
    const line = await plant.readLine(access.cto_id, access.port_id, 'demand')
    const history = await plant.readHistory(access.cto_id, access.port_id, 'demand')
    return { record: rawData(access, line, history) }
  }) satisfies ReadHandler<'admin_vno/ont/retrieveData'>,

  'admin_vno/ont/powerHistory': (async ({ principal, sql, plant }, asked) => {
    const access = await findAccess(sql, principal, byName(asked))
    if (!access?.held) throw new Problem('NOT_FOUND')
    const history = await plant.readHistory(access.cto_id, access.port_id, 'demand')
    return { record: { access_id: access.id, access: { id: access.id, code: access.code }, ...historyOf(history) } }
  }) satisfies ReadHandler<'admin_vno/ont/powerHistory'>,
}
