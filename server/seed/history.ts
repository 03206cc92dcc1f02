/** History of the last interventions and some boxes before the demonstration began. */
import { processState, eventType } from '@hilo/domain/status.ts'
import type pg from 'pg'

const most = 400
const { iddle, creating, created, finalizing, finalized, finalizedSync, cancelled, canceledSync } = processState.is

/** The moves of an intervention, each at its time. */
const events = `
  insert into event_history (event_id, cto_id, vno_id, technical_id, from_state, to_state, cause, before, after, actor_id, actor_type, at)
  select e.id, e.cto_id, e.vno_id, e.technical_id, m.was, m.became, m.cause,
    case when m.was is null then '{}' else jsonb_build_object('process_state', m.was) end,
    jsonb_build_object('process_state', m.became), case when m.theirs then t.user_id end, case when m.theirs then 'te' end, m.at
  from (select *, process_state in (${finalized}, ${finalizedSync}) as done from event
    where type = ${eventType.is.createListener} and started_at is not null and finished_at is not null
      and process_state in (${finalized}, ${finalizedSync}, ${cancelled}, ${canceledSync})
    order by id desc limit ${most}) e
  join technical_account t on t.id = e.technical_id
  cross join lateral (values
    (true, null::int, ${iddle}, 'request', true, e.created_at),
    (true, ${iddle}, ${creating}, 'take', false, e.created_at),
    (true, ${creating}, ${created}, 'opened', false, e.started_at),
    (e.done, ${created}, ${finalizing}, 'finalize', true, e.finished_at),
    (e.done, ${finalizing}, ${finalized}, 'close_clean', false, e.finished_at),
    (not e.done, ${created}, ${cancelled}, 'cancel_clean', true, e.finished_at)
  ) m (happened, was, became, cause, theirs, at)
  where m.happened
  order by m.at, e.id, m.became`

/** Time since which a box is known to be damaged. */
const boxes = `
  insert into cto_history (cto_id, technical_id, from_state, to_state, cause, before, after, event_id, actor_id, actor_type, at)
  select c.id, e.technical_id, c.state, c.state, 'conditions', '{"conditions": []}', jsonb_build_object('conditions', c.conditions),
    e.id, t.user_id, case when t.id is not null then 'te' end, coalesce(e.created_at, c.updated_at)
  from (select * from cto where conditions <> '[]' order by id limit ${most}) c
  left join lateral (select * from event e where e.cto_id = c.id and e.type = ${eventType.is.createListener} order by e.created_at desc, e.id desc limit 1) e on true
  left join technical_account t on t.id = e.technical_id
  order by 11`

export async function addHistory(client: pg.ClientBase): Promise<void> {
  await client.query(events)
  await client.query(boxes)
}
