import type { Input } from '@hilo/contract/index.ts'
import {
  expectedRx,
  feasibilityOf,
  maxDropM,
  products,
  productsOf,
  canServe,
  validMs,
  type NearBox,
} from '@hilo/domain/feasibility.ts'
import { limits, powerLevel } from '@hilo/domain/optics.ts'
import { portAfter } from '@hilo/domain/port.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { assignmentStatus, portState } from '@hilo/domain/status.ts'
import { authorOf } from '../../../kernel/sql/author.ts'
import { asProcess } from '../../../kernel/sql/in-process.ts'
import { writePort } from '../../../process/port-row.ts'
import { lockedRecord, recordAnswer } from '../../shared/edit.ts'
import { viewerOf } from '../../../kernel/list/viewer.ts'
import type { Tx } from '../../../kernel/sql/scope.ts'
import { type WriteContext, type WriteHandler } from '../../../kernel/handler.ts'
import { missingDetail } from '../../../kernel/validation.ts'
import { recountBox } from '../../../process/box.ts'
import { releaseInquiry, scheduleInquiry } from '../../../process/line/inquiry.ts'
import { assertEnabled, operatorIfNamed, operatorOf } from '../../shared/operator.ts'
import { feasibilityList } from './list.ts'
import { boxesFor, type Placed } from './place.ts'
import { freePort, insertAnswer, lockAnswer, lockFree, promisePort } from './queries.ts'

type Asked = Input<'admin_vno/feasibility/check'>

/** Maximum boxes in an answer. */
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

/** @throws Problem VALIDATION if the home is not described, or the product is unknown */
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
 * The operator that the answer is for: the session's own, or the one that the neutral operator names.
 * @throws Problem VALIDATION, NOT_FOUND; PRIVILEGE_DENIED if a session without the privilege asks to reserve a port
 */
async function askerOf({ principal, sql }: WriteContext, { vno_id, reserve }: Asked): Promise<number | null> {
  if (reserve && !allows(principal.privileges, 'feasibility_create')) throw new Problem('PRIVILEGE_DENIED')
  const asker = reserve ? operatorOf(principal, vno_id) : operatorIfNamed(principal, vno_id)
  if (vno_id !== undefined) await assertEnabled(sql, vno_id)
  return asker
}

interface Kept {
  port: number
  assignment: number
}

/** Reserves a free port of a box; null if there is none. Concurrent requests for the last one are serialized. */
async function takeIn(sql: Tx, ctoId: number, vnoId: number): Promise<Kept | null> {
  const state = portAfter(portState.is.disponible, 'assign')
  if (state === null) return null
  const lost: number[] = []
  for (;;) {
    const [free] = await sql.rows<{ id: number }>(freePort, [ctoId, lost])
    if (!free) return null
    const [locked] = await sql.rows<{ id: number }>(lockFree, [free.id])
    if (!locked) {
      lost.push(free.id)
      continue
    }
    await writePort(sql, free.id, { state, assignment_status: assignmentStatus.is.reserve_for_inquiry })
    const [made] = await sql.rows<{ id: number }>(promisePort, [free.id, vnoId, validMs])
    await recountBox(sql, ctoId)
    return made ? { port: free.id, assignment: made.id } : null
  }
}

/** @throws Problem CTO_COPADA if the last port was taken meanwhile, PORT_NOT_AVAILABLE if the box was chosen by the caller */
async function keepPort(
  sql: Tx,
  boxes: readonly Candidate[],
  vnoId: number,
  chosen: number | undefined,
): Promise<Kept> {
  for (const { placed } of boxes.filter(canServe)) {
    if (chosen !== undefined && placed.box.id !== chosen) continue
    const existing = await takeIn(sql, placed.box.id, vnoId)
    if (existing) return existing
  }
  throw new Problem(chosen === undefined ? 'CTO_COPADA' : 'PORT_NOT_AVAILABLE')
}

/** The boxes that the answer shows, nearest first; a serving box is always included, however many full ones are nearer. */
function shownOf(boxes: readonly Candidate[]): Candidate[] {
  const shown = [...new Set([...boxes.filter(canServe), ...boxes])].slice(0, mostBoxes)
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
    const vnoId = await askerOf(context, asked)
    const boxes = (await boxesFor(sql, asked)).map((placed) => candidate(placed, product))
    const result = feasibilityOf(boxes)
    const wanted = asked.reserve === true && vnoId !== null
    if (wanted && result === 'cto_copada') throw new Problem('CTO_COPADA')
    const reserved =
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
      reserved?.port ?? null,
      reserved?.assignment ?? null,
      JSON.stringify(authorOf(principal)),
    ])
    const id = made?.id ?? 0
    if (reserved) await scheduleInquiry(sql, id, validMs)
    audit({ entity: 'feasibility', entityId: id, after: { ...said, result, port_id: reserved?.port ?? null } })
    return recordAnswer(context, feasibilityList, id)
  }) satisfies WriteHandler<'admin_vno/feasibility/check'>,

  'admin_vno/feasibility/release': (async (context, { feasibility_id: id, version }) => {
    const { principal, sql, audit } = context
    const { vnoId } = viewerOf(principal)
    const [found] = await sql.rows<{ version: number }>(lockAnswer, [id, vnoId])
    await lockedRecord(context, feasibilityList, { id, version }, found)
    const after = await asProcess(sql, () => releaseInquiry(sql, id))
    if (!after) throw new Problem('PORT_NOT_AVAILABLE')
    audit({ entity: 'feasibility', entityId: id, after })
    return recordAnswer(context, feasibilityList, id)
  }) satisfies WriteHandler<'admin_vno/feasibility/release'>,
}
export const feasibilityLists = { 'admin_vno/feasibility/get': feasibilityList }
