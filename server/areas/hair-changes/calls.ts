import { eventTimes } from '@hilo/domain/event.ts'
import { boxConditions, estimateAtPort, portConditions, portObstacle, reasonNeeds } from '@hilo/domain/hair-change.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { condition, portProblem, processState, resultFlag } from '@hilo/domain/status.ts'
import { onlyNeutral } from '../../kernel/principal.ts'
import { asProcess } from '../../kernel/sql/in-process.ts'
import { assertVersion, recordStatement } from '../../kernel/list/record.ts'
import { reachOf, viewerOf } from '../../kernel/list/viewer.ts'
import { JsonAfter, onePage, type ReadHandler, type WriteContext, type WriteHandler } from '../../kernel/handler.ts'
import { text } from '../../kernel/texts.ts'
import { missingDetail } from '../../kernel/validation.ts'
import { answerHair, lockHair, withdrawHair, type Hair } from '../../process/hair-change/hair-change.ts'
import { boxChoice, freePortsOf } from '../../process/hair-change/hair-change-port.ts'
import { askHairChange } from './ask.ts'
import { hairChangeList } from './list.ts'
import { boxOfEvent } from './queries.ts'
import { hairRecord } from './record.ts'

interface Place {
  cto_id: number
  port_id: number | null
}

/** The request of a call, locked, with its version checked; the intervention first, the common lock order. */
async function requestFor(context: WriteContext, id: number, version: number | undefined): Promise<Hair> {
  const found = await lockHair(context.sql, id, reachOf(context.principal))
  if (!found) throw new Problem('NOT_FOUND')
  await assertVersion(version, found.request.version, () => hairRecord(context, id))
  return found
}

function answered(context: WriteContext, { request }: Hair, after: object): JsonAfter {
  const { id, process_state } = request
  context.audit({ entity: 'hair_change', entityId: id, before: { process_state }, after })
  const before = `{"result_flag":${resultFlag.is.success},"record":`
  return new JsonAfter(before, recordStatement(hairChangeList, context.principal, id), '}')
}

const named = (codes: readonly number[], scope: 'cto' | 'port') =>
  codes.map((id) => ({ id, name: text(condition.of(id)?.label ?? ''), scope }))

/** States that await an answer of the neutral operator. */
const answerable: readonly number[] = [processState.is.created, processState.is.finalizing]

export const hairChanges = {
  'admin_vno/events/fiber/change/reasons/get': (() =>
    Promise.resolve({
      records: portProblem.all.map(({ value, label }) => ({ id: value, name: text(label) })),
      conditions: [...named(boxConditions, 'cto'), ...named(portConditions, 'port')],
      required: Object.fromEntries(Object.entries(reasonNeeds).map(([id, needs]) => [id, [...needs]])),
      ...onePage(),
    })) satisfies ReadHandler<'admin_vno/events/fiber/change/reasons/get'>,

  'admin_vno/events/fiber/change/port_availability/get': (async ({ sql, principal }, { event_id, cto_id }) => {
    if ((event_id === undefined) === (cto_id === undefined))
      throw new Problem('VALIDATION', { details: [missingDetail('event_id')] })
    const { vnoId, technicalId } = viewerOf(principal)
    const box = event_id === undefined ? null : await sql.json(boxOfEvent, [event_id, vnoId, technicalId])
    const place: Place | null =
      cto_id === undefined ? (JSON.parse(box ?? 'null') as Place | null) : { cto_id, port_id: null }
    const choice = place && (await boxChoice(sql, place.cto_id, event_id ?? null))
    if (!choice) throw new Problem('NOT_FOUND')
    const estimate = estimateAtPort({ txDbm: choice.tx_dbm, ratio: choice.ratio, feederM: choice.feeder_m })
    const records = choice.ports.map((port) => {
      const why = portObstacle(port.state, port)
      const { id: port_id, number, state, reserved_until } = port
      return { port_id, number, state, available: why === null, why, rx_estimate_dbm: estimate, reserved_until }
    })
    return { cto: choice.cto, current_port: place.port_id, records, alternatives: choice.near, ...onePage() }
  }) satisfies ReadHandler<'admin_vno/events/fiber/change/port_availability/get'>,

  'admin_vno/events/fiber/change/async': (async (context, asked) => {
    const id = await askHairChange(context, asked)
    context.audit({ entity: 'hair_change', entityId: id, after: asked })
    return { result_flag: resultFlag.is.doing, request_id: id, poll_after_ms: eventTimes.poll }
  }) satisfies WriteHandler<'admin_vno/events/fiber/change/async'>,

  'admin_vno/hair_changes/answer': (async (context, { request_id, version, decision, port_to, reason }) => {
    const { sql, principal } = context
    onlyNeutral(principal)
    const found = await requestFor(context, request_id, version)
    const { request, hair, work } = found
    if (!answerable.includes(request.process_state) || !hair.waiting) throw new Problem('EVENT_BAD_STATE')
    return await asProcess(sql, async () => {
      const choice = await boxChoice(sql, work.cto_id, work.id)
      const free = choice ? freePortsOf(choice) : []
      const granted = decision === 'concedido' ? (port_to ?? hair.port_to_id ?? free[0] ?? null) : null
      const port = decision === 'alternativa' ? (port_to ?? null) : granted
      const wanted = decision === 'concedido' || port !== null
      if (wanted && (port === null || !free.includes(port))) throw new Problem('PORT_NOT_AVAILABLE')
      const by = { user: { id: principal.user.id, name: principal.user.name }, accountType: principal.account_type }
      const code = decision === 'denegado' ? ('OPERATOR_DECISION' as const) : null
      const moved = await answerHair(sql, found, { decision, port, code, reason, near: choice?.near ?? [], by })
      return answered(context, found, { decision, port_to: port, reason, process_state: moved.process_state })
    })
  }) satisfies WriteHandler<'admin_vno/hair_changes/answer'>,

  'admin_vno/hair_changes/withdraw': (async (context, { request_id, version, reason }) => {
    const found = await requestFor(context, request_id, version)
    const moved = await asProcess(context.sql, () => withdrawHair(context.sql, found, reason ?? null))
    return answered(context, found, { process_state: moved.process_state, reason })
  }) satisfies WriteHandler<'admin_vno/hair_changes/withdraw'>,
}
export const hairChangesLists = { 'admin_vno/hair_changes/get': hairChangeList }
