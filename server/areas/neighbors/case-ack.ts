import { caseAfter, type CaseAnswer } from '@hilo/domain/case-answer.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { CaseState } from '@hilo/domain/status.ts'
import { asProcess } from '../../db/in-process.ts'
import { recordOf, recordStatement } from '../../db/record.ts'
import { JsonAfter, type WriteHandler } from '../../http/handler.ts'
import { tell } from '../../process/notices/notify.ts'
import { unplugged } from './list.ts'

interface CaseRow {
  event_id: number
  event_code: string
  cto_code: string
  port: number
  state: CaseState
  answer: { action: CaseAnswer } | null
  owner_vno_id: number
  worker_vno_id: number
  technical_id: number | null
  version: number
}

const lockCase = `select k.event_id, k.event_code, c.code as cto_code, k.port, k.state, k.answer, k.owner_vno_id, k.worker_vno_id,
    k.technical_id, k.version
  from neighbour_case k join cto c on c.id = k.cto_id where k.id = $1 and k.owner_vno_id = $2 for update of k`

// Those that told the customer's operator are acknowledged, whichever way they went.
const writeAnswer = `
  update neighbour_case k set state = $2, answer = $3::jsonb || jsonb_build_object('at', wire_time(app_now())),
    version = version + 1, updated_at = app_now(),
    notified = coalesce((select jsonb_agg(case when n ->> 'audience' = any($4::text[]) and n ->> 'ack_at' is null
        then n || jsonb_build_object('ack_at', wire_time(app_now())) else n end order by place)
      from jsonb_array_elements(notified) with ordinality as t(n, place)), '[]')
  where id = $1 returning version`
const announce = `select changed('events/cev', $1, $2, $3, $4)`

/** The operator of a customer left without light answers; whoever else asks finds nothing. */
export const caseAck = {
  'admin_vno/events/cev/ack': (async ({ sql, principal, audit }, { case_id, action, comment = null, version }) => {
    const { account_type, vno, user } = principal
    // A technician works in the box; what his operator says of its customers is not his to say.
    if (account_type !== 'va' || !vno) throw new Problem('NOT_FOUND')
    // The row is written in the scope of all operators, and so is it locked; whose it must be is said.
    const row = await asProcess(sql, async () => (await sql.rows<CaseRow>(lockCase, [case_id, vno.id]))[0])
    if (!row) throw new Problem('NOT_FOUND')
    const current = async () => JSON.parse(await recordOf(unplugged, sql, principal, case_id)) as unknown
    if (version !== undefined && version !== row.version)
      throw new Problem('VERSION_CONFLICT', { record: await current() })
    const state = caseAfter(row.state, row.answer?.action ?? null, action)
    if (state === null) throw new Problem('EVENT_BAD_STATE', { record: await current() })
    const answer = { action, comment, by: { id: user.id, name: user.name } }
    const both = row.worker_vno_id === vno.id
    const { event_id: eventId, event_code, cto_code, port } = row
    await asProcess(sql, async () => {
      const audiences = both ? ['worker', 'victim'] : ['victim']
      const written = await sql.json(writeAnswer, [case_id, state, JSON.stringify(answer), audiences])
      await sql.rows(announce, [case_id, written, row.worker_vno_id, row.technical_id])
      if (!both) await sql.rows(announce, [case_id, written, vno.id, null])
      const notice = {
        kind: `neighbour_${action}`,
        technicalId: null,
        eventId,
        caseId: case_id,
        payload: { event_code, cto_code, port },
      }
      if (!both) await tell(sql, { ...notice, vnoId: row.worker_vno_id })
      if (action === 'pedir_reparacion') await tell(sql, { ...notice, vnoId: null })
    })
    const before = { state: row.state, action: row.answer?.action ?? null }
    audit({ entity: 'neighbour_case', entityId: case_id, before, after: { state, action, comment } })
    return new JsonAfter('{"result_flag":1,"record":', recordStatement(unplugged, principal, case_id), '}')
  }) satisfies WriteHandler<'admin_vno/events/cev/ack'>,
}
