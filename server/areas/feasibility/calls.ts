import type { Input } from '@hilo/contract/index.ts'
import {
  expectedRx,
  feasibilityOf,
  maxDropM,
  products,
  productsOf,
  serves,
  validMs,
  type NearBox,
} from '@hilo/domain/feasibility.ts'
import { limits, powerLevel } from '@hilo/domain/optics.ts'
import { portAfter } from '@hilo/domain/port.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { portState } from '@hilo/domain/status.ts'
import { authorOf } from '../../db/author.ts'
import { asProcess } from '../../db/in-process.ts'
import { recordOf, recordStatement } from '../../db/record.ts'
import { viewerOf } from '../../db/viewer.ts'
import type { Tx } from '../../db/scope.ts'
import { JsonAfter, type WriteContext, type WriteHandler } from '../../http/handler.ts'
import { missingDetail, unknownDetail } from '../../http/validation.ts'
import { recountBox } from '../../process/box.ts'
import { releaseInquiry, scheduleInquiry } from '../../process/line/inquiry.ts'
import { feasibilityList } from './list.ts'
import { boxesFor, type Placed } from './place.ts'
import { freePort, insertAnswer, lockAnswer, lockFree, operator, promisePort, takePort } from './queries.ts'

type Asked = Input<'admin_vno/feasibility/check'>

/** Boxes that an answer names. */
const mostBoxes = 10

interface Candidate extends NearBox {
  placed: Placed
  rx: number | null
}

function candidate(placed: Placed, product: (typeof products)[number] | undefined): Candidate {
  const { box, distanceM } = placed
  const way = { txDbm: box.tx_dbm, ratio: box.splitter_ratio, level: box.splitter_level, feederM: box.feeder_m }
  const rx = expectedRx(way, Math.min(distanceM ?? maxDropM, maxDropM))
  const dark = rx !== null && powerLevel(rx, limits('ont', box.optic_class)) === 'bloqueo'
  const slow = product !== undefined && !productsOf([box.optic_class]).some(({ code }) => code === product.code)
  return {
    placed,
    rx,
    distanceM,
    state: box.state,
    freePorts: box.ports_free,
    conditions: box.conditions.map(({ code }) => code),
    lacking: dark || slow,
  }
}

const wrong = (field: string) =>
  new Problem('VALIDATION', { details: [{ field, code: 'value', message: 'validation.value' }] })

/** @throws Problem VALIDATION when nothing is said of the home, or the product is unknown */
function productOf(asked: Asked): (typeof products)[number] | undefined {
  const { address, uuii, position, postal_code, product } = asked
  if ([address, uuii, position, postal_code].every((one) => one === undefined))
    throw new Problem('VALIDATION', { details: [missingDetail('address')] })
  if (product === undefined) return undefined
  const found = products.find(({ code }) => code === product.toUpperCase())
  if (!found) throw wrong('product')
  return found
}

/**
 * Whom the answer is for: one's own operator, or the one that the neutral operator names, if any.
 * @throws Problem VALIDATION, NOT_FOUND; PRIVILEGE_DENIED when a port is to be kept by somebody who may only ask
 */
async function operatorOf({ principal, sql }: WriteContext, { vno_id, reserve }: Asked): Promise<number | null> {
  if (reserve && !allows(principal.privileges, 'feasibility_create')) throw new Problem('PRIVILEGE_DENIED')
  if (principal.account_type !== 'ad') {
    if (vno_id !== undefined) throw new Problem('VALIDATION', { details: [unknownDetail('vno_id')] })
    return principal.vno?.id ?? null
  }
  if (vno_id === undefined) {
    if (reserve) throw new Problem('VALIDATION', { details: [missingDetail('vno_id')] })
    return null
  }
  if ((await sql.json(operator, [vno_id])) === null) throw new Problem('NOT_FOUND')
  return vno_id
}

interface Kept {
  port: number
  assignment: number
}

/** A free port of a box, or null: of two that want the last one, the second waits for the first and finds it taken. */
async function takeIn(sql: Tx, ctoId: number, vnoId: number): Promise<Kept | null> {
  const state = portAfter(portState.is.disponible, 'assign')
  const lost: number[] = []
  for (;;) {
    const [free] = await sql.rows<{ id: number }>(freePort, [ctoId, lost])
    if (!free) return null
    const [locked] = await sql.rows<{ id: number }>(lockFree, [free.id])
    if (!locked) {
      lost.push(free.id)
      continue
    }
    await sql.rows(takePort, [free.id, state])
    const [made] = await sql.rows<{ id: number }>(promisePort, [free.id, vnoId, validMs])
    await recountBox(sql, ctoId)
    return made ? { port: free.id, assignment: made.id } : null
  }
}

/** @throws Problem CTO_COPADA when others took the last port meanwhile, PORT_NOT_AVAILABLE when it is the chosen box's */
async function keepPort(
  sql: Tx,
  boxes: readonly Candidate[],
  vnoId: number,
  chosen: number | undefined,
): Promise<Kept> {
  for (const { placed } of boxes.filter(serves)) {
    if (chosen !== undefined && placed.box.id !== chosen) continue
    const kept = await takeIn(sql, placed.box.id, vnoId)
    if (kept) return kept
  }
  throw new Problem(chosen === undefined ? 'CTO_COPADA' : 'PORT_NOT_AVAILABLE')
}

/** As many as an answer shows, nearest first; what would serve is among them however many full ones are nearer. */
function shownOf(boxes: readonly Candidate[]): Candidate[] {
  const shown = [...new Set([...boxes.filter(serves), ...boxes])].slice(0, mostBoxes)
  return boxes.filter((one) => shown.includes(one))
}

function shownBox({ placed: { box, distanceM }, rx, conditions }: Candidate): object {
  const { id, code, ports_free, connection_type } = box
  return {
    cto_id: id,
    code,
    distance_m: distanceM,
    free_ports: ports_free,
    connection_type,
    est_rx_dbm: rx,
    conditions,
  }
}

export const feasibility = {
  'admin_vno/feasibility/check': (async (context, asked) => {
    const { principal, sql, audit } = context
    const product = productOf(asked)
    const vnoId = await operatorOf(context, asked)
    const boxes = (await boxesFor(sql, asked)).map((placed) => candidate(placed, product))
    const result = feasibilityOf(boxes)
    const wanted = asked.reserve === true && vnoId !== null
    if (wanted && result === 'cto_copada') throw new Problem('CTO_COPADA')
    const kept =
      wanted && result === 'factible' ? await asProcess(sql, () => keepPort(sql, boxes, vnoId, asked.cto_id)) : null
    const near = shownOf(boxes)
    const offered = productsOf(
      boxes.filter(({ distanceM }) => (distanceM ?? 0) <= maxDropM).map(({ placed }) => placed.box.optic_class),
    )
    const { vno_id: _vno, ...said } = asked
    const [made] = await sql.rows<{ id: number }>(insertAnswer, [
      vnoId,
      JSON.stringify(said),
      result,
      JSON.stringify(near.map(shownBox)),
      JSON.stringify(product ? offered.filter(({ code }) => code === product.code) : offered),
      validMs,
      kept?.port ?? null,
      kept?.assignment ?? null,
      JSON.stringify(authorOf(principal)),
    ])
    const id = made?.id ?? 0
    if (kept) await scheduleInquiry(sql, id, validMs)
    audit({ entity: 'feasibility', entityId: id, after: { ...said, result, port_id: kept?.port ?? null } })
    return new JsonAfter('{"record":', recordStatement(feasibilityList, principal, id), '}')
  }) satisfies WriteHandler<'admin_vno/feasibility/check'>,

  'admin_vno/feasibility/release': (async ({ principal, sql, audit }, { feasibility_id: id, version }) => {
    const { vnoId } = viewerOf(principal)
    const [found] = await sql.rows<{ version: number }>(lockAnswer, [id, vnoId])
    if (!found) throw new Problem('NOT_FOUND')
    if (version !== undefined && version !== found.version)
      throw new Problem('VERSION_CONFLICT', {
        record: JSON.parse(await recordOf(feasibilityList, sql, principal, id)) as unknown,
      })
    const after = await asProcess(sql, () => releaseInquiry(sql, id))
    if (!after) throw new Problem('PORT_NOT_AVAILABLE')
    audit({ entity: 'feasibility', entityId: id, after })
    return new JsonAfter('{"record":', recordStatement(feasibilityList, principal, id), '}')
  }) satisfies WriteHandler<'admin_vno/feasibility/release'>,
}
export const feasibilityLists = { 'admin_vno/feasibility/get': feasibilityList }
