/** Compares the database with the devices' observations. */
import { eventMoves } from '@hilo/domain/event.ts'
import type { Database } from '../server/db/open.ts'
import assert from 'node:assert/strict'
import type { Story } from './acts.ts'

type Db = Pick<Database, 'owner'>
type Row = Record<string, unknown>

async function counts(db: Db, text: string): Promise<Map<string, number>> {
  const { rows } = await db.owner.query<{ key: string; n: number }>(text)
  return new Map(rows.map(({ key, n }) => [key, n]))
}

/** Count of each effect, by the mark of its operation. */
const effects: Readonly<Record<Exclude<Story['act'], 'create' | 'picture' | 'finalize'>, string>> = {
  step: `select after ->> 'skipped_reason' as key, count(*)::int as n from audit where call = 'admin_vno/events/step/save' group by 1`,
  note: `select text as key, count(*)::int as n from note group by 1`,
  hair: `select after ->> 'comment' as key, count(*)::int as n from audit where call = 'admin_vno/events/fiber/change/async' group by 1`,
  enrol: `select label_read as key, count(*)::int as n from enrollment where label_read like 'M-%' group by 1`,
  cancel: `select error ->> 'text' as key, count(*)::int as n from event where type = 3 group by 1`,
}
const markOf = ({ act, operation: { query } }: Story): string =>
  String(
    act === 'step' ? query['skipped_reason'] : act === 'note' ? query['text'] : act === 'hair' ? query['comment']
    : act === 'enrol' ? String(query['label_read']).toUpperCase() : query['reason'], // prettier-ignore
  )

const kept = `select client_request_id::text as id, body from idempotency where body is not null`
const recordIn = (body: string): { id: number; event_id?: number; step?: string; sha256?: string } =>
  (JSON.parse(body) as { record: { id: number } }).record

export interface Found {
  operations: number
  done: number
  refused: number
  /** Operations done without their device ever hearing of it. */
  unheard: number
  codes: ReadonlyMap<string, number>
  /** Closed interventions with proof. */
  closed: number
}

/** Every operation against its effect, and vice versa. @throws on a mismatch */
export async function judge(db: Db, stories: ReadonlyMap<string, Story>): Promise<Found> {
  const { rows } = await db.owner.query<{ id: string; body: string }>(kept)
  const answers = new Map(rows.map(({ id, body }) => [id, body]))
  for (const [id, story] of stories) heardAsKept(id, story, answers.get(id))
  const done = [...stories].flatMap(([id, story]) => {
    const body = answers.get(id)
    return body === undefined ? [] : [{ story, body }]
  })
  await once(db, stories)
  await interventions(db, done)
  await pictures(db, done)
  await audits(db, done)
  await moves(db)
  const codes = new Map<string, number>()
  for (const { refused } of stories.values()) for (const code of refused) codes.set(code, (codes.get(code) ?? 0) + 1)
  const unheard = done.filter(({ story }) => story.heard.size === 0).length
  const closed = await closings(db)
  return { operations: stories.size, done: done.length, refused: stories.size - done.length, unheard, codes, closed }

  /** Confirmed operations exist with equal answers; refused ones do not exist; unanswered ones exist at most once. */
  function heardAsKept(id: string, { act, heard, unsure, held, operation }: Story, body: string | undefined): void {
    const name = `${act} ${id} of ${operation.group}`
    assert.ok(heard.size <= 1, `${name} was answered in ${heard.size} ways`)
    if (heard.size > 0 || held === 'sent') assert.ok(body !== undefined, `${name} was confirmed and is not there`)
    for (const text of heard)
      assert.deepEqual(JSON.parse(text), JSON.parse(body ?? ''), `${name} was answered otherwise`)
    if (heard.size === 0 && !unsure) assert.equal(body, undefined, `${name} was refused and is there`)
  }

  async function once(from: Db, all: ReadonlyMap<string, Story>): Promise<void> {
    for (const [act, text] of Object.entries(effects)) {
      const there = await counts(from, text)
      for (const [id, story] of all) {
        if (story.act !== act) continue
        const mark = markOf(story)
        assert.equal(
          there.get(mark) ?? 0,
          answers.has(id) ? 1 : 0,
          `${act} ${id}, refused as ${[...story.refused].join()}`,
        )
        there.delete(mark)
      }
      assert.deepEqual([...there], [], `${act} that nobody asked for`)
    }
  }
}

type Done = readonly { story: Story; body: string }[]

/** One intervention per created one, one request per requested one. */
async function interventions(db: Db, done: Done): Promise<void> {
  const { rows } = await db.owner.query<{ id: number }>('select id from event where type = 1 order by id')
  const begun = done.flatMap(({ story, body }) => (story.act === 'create' ? [recordIn(body).id] : []))
  assert.deepEqual(rows.map(({ id }) => id), begun.toSorted((a, b) => a - b), 'interventions') // prettier-ignore
  const asked = await counts(
    db,
    'select parent_id::text as key, count(*)::int as n from event where type = 2 group by 1',
  )
  const wanted = new Map<string, number>()
  for (const { story, body } of done) {
    const key = story.act === 'finalize' ? String(recordIn(body).id) : null
    if (key !== null) wanted.set(key, (wanted.get(key) ?? 0) + 1)
  }
  assert.deepEqual([...asked].sort(), [...wanted].sort(), 'requests to finalize')
}

/** One picture per step and hash, however often it was sent. */
async function pictures(db: Db, done: Done): Promise<void> {
  const key = ({ event_id, step, sha256 }: { event_id?: number; step?: string; sha256?: string }) =>
    `${event_id} ${step} ${sha256}`
  const wanted = new Set(done.flatMap(({ story, body }) => (story.act === 'picture' ? [key(recordIn(body))] : [])))
  const there = await counts(
    db,
    `select event_id || ' ' || step || ' ' || encode(sha256, 'hex') as key, count(*)::int as n from picture group by 1`,
  )
  assert.deepEqual([...there.keys()].sort(), [...wanted].sort(), 'pictures')
  assert.ok([...there.values()].every((n) => n === 1))
  const { rows } = await db.owner.query<Row>('select 1 from upload_part limit 1')
  assert.equal(rows.length, 0)
}

/** One audit row per change, with its author. */
async function audits(db: Db, done: Done): Promise<void> {
  const there = await counts(
    db,
    `select call || ' ' || actor_id as key, count(*)::int as n from audit where actor_id is not null and call not like 'demo/%' group by 1`,
  )
  const wanted = new Map<string, number>()
  const seen = new Set<string>()
  for (const { story, body } of done) {
    // The same picture for the same step changes nothing.
    if (story.act === 'picture') {
      const { id } = recordIn(body)
      if (seen.has(String(id))) continue
      seen.add(String(id))
    }
    const key = `${story.operation.path} ${story.operation.user_id}`
    wanted.set(key, (wanted.get(key) ?? 0) + 1)
  }
  assert.deepEqual([...there].sort(), [...wanted].sort(), 'audit')
}

/** Number of interventions that ended well, each with one valid report. */
async function closings(db: Db): Promise<number> {
  const { rows } = await db.owner.query<{ n: number; reports: number }>(
    `select count(*)::int as n, count(r.event_id)::int as reports
       from event e left join quality_report r on r.event_id = e.id where e.type = 1 and e.process_state in (5, 11)`,
  )
  const [found] = rows
  assert.equal(found?.reports, found?.n, 'reports of closed interventions')
  return found?.n ?? 0
}

/** No intervention made an illegal move, and all have ended. */
async function moves(db: Db): Promise<void> {
  const legal = new Set(eventMoves.map(({ from, to }) => `${from} ${to}`))
  const { rows } = await db.owner.query<{ move: string }>(
    `select distinct from_state || ' ' || to_state as move from event_history h join event e on e.id = h.event_id
     where e.type = 1 and from_state is not null and from_state <> to_state`,
  )
  for (const { move } of rows) assert.ok(legal.has(move), `no move: ${move}`)
  const open = `select p.id from port p where p.state = 2 and not exists (select from event e
    where e.port_id = p.id and e.type = 1 and e.process_state in (2, 4, 6, 8, 9, 10))`
  const { rows: held } = await db.owner.query<Row>(open)
  assert.deepEqual(held, [], 'ports kept for nobody')
}
