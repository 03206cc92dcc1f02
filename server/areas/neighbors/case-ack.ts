import { caseAfter, type CaseAnswer } from '@hilo/domain/case-answer.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { CaseState } from '@hilo/domain/status.ts'
import { asProcess } from '../../kernel/sql/in-process.ts'
import { assertVersion, recordOf, recordStatement } from '../../kernel/list/record.ts'
import { JsonAfter, type WriteHandler } from '../../kernel/handler.ts'
import { writeNotice } from '../../process/notices/notify.ts'
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

// Acknowledges the notices to the customer's operator, on every channel.
const writeAnswer = `
  update neighbour_case k set state = $2, answer = $3::jsonb || jsonb_build_object('at', wire_time(app_now())),
    version = version + 1, updated_at = app_now(),
    notified = coalesce((select jsonb_agg(case when n ->> 'audience' = any($4::text[]) and n ->> 'ack_at' is null
        then n || jsonb_build_object('ack_at', wire_time(app_now())) else n end order by place)
      from jsonb_array_elements(notified) with ordinality as t(n, place)), '[]')
  where id = $1 returning version`
const announce = `select changed('events/cev', $1, $2, $3, $4)`

/** The operator of a customer left without light answers; the case is not found by anyone else. */
export const caseAck = {
  'admin_vno/events/cev/ack': (async ({ sql, principal, audit }, { case_id, action, comment = null, version }) => {
    const { account_type, vno, user } = principal
    // A technician may not answer for the operator.
    if (account_type !== 'va' || !vno) throw new Problem('NOT_FOUND')
    // Written and locked in the scope of all operators, so the owner is an explicit condition.
    const row = await asProcess(sql, async () => (await sql.rows<CaseRow>(lockCase, [case_id, vno.id]))[0])
    if (!row) throw new Problem('NOT_FOUND')
    const current = async () => JSON.parse(await recordOf(unplugged, sql, principal, case_id)) as unknown
    await assertVersion(version, row.version, current)
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
      if (!both) await writeNotice(sql, { ...notice, vnoId: row.worker_vno_id })
      if (action === 'pedir_reparacion') await writeNotice(sql, { ...notice, vnoId: null })
    })
    const before = { state: row.state, action: row.answer?.action ?? null }
    audit({ entity: 'neighbour_case', entityId: case_id, before, after: { state, action, comment } })
    return new JsonAfter('{"result_flag":1,"record":', recordStatement(unplugged, principal, case_id), '}')
  }) satisfies WriteHandler<'admin_vno/events/cev/ack'>,
}
