/** Two technicians, each in an own session, choose the same free port at the same time. */
import type { Event } from '@hilo/contract/events/events.ts'
import assert from 'node:assert/strict'
import { text } from '../kernel/texts.ts'
import { codeOf } from './answers.ts'
import { makeSession, makeTechnician, makeVno, type Account, type TestSession } from './factories.ts'
import type { Answer, TestServer } from './harness.ts'
import { makeCto, makeEvent, makePort } from './plant-factories.ts'

interface Racer {
  technician: Account
  session: TestSession
}
type Server = Pick<TestServer, 'call' | 'db'>

/** Two of the first operator, and one of another. */
export async function makeRacers({ db }: Server): Promise<[Racer, Racer, Racer]> {
  const [vno, other] = [await makeVno(db), await makeVno(db)]
  const racer = async (of: typeof vno) => {
    const technician = await makeTechnician(db, { vno: of })
    return { technician, session: await makeSession(db, technician) }
  }
  return [await racer(vno), await racer(vno), await racer(other)]
}

const found = `
  select p.state, c.ports_free, (select json_agg(k.event_id) from port_claim k where k.port_id = p.id) as claimed,
    (select json_agg(a.vno_id) from port_assignment a where a.port_id = p.id and a.ended_at is null) as assigned,
    (select json_agg(e.id) from event e where e.port_id = p.id) as chosen,
    (select count(*)::int from audit a where a.call = 'admin_vno/events/step/save' and a.entity_id = any($2)) as audited
  from port p join cto c on c.id = p.cto_id where p.id = $1`

/** One round: one gets the port completely; the other is refused, with the holder's name as far as permitted. */
export async function raceForFreePort({ call, db }: Server, racers: readonly [Racer, Racer]): Promise<void> {
  const cto = await makeCto(db, { ports_free: 1 })
  const port = await makePort(db, { cto })
  const ids: number[] = []
  for (const { technician } of racers) ids.push((await makeEvent(db, { technician, cto, steps: '[]' })).id)
  const data = { port_number: port.number, found: 'libre' }
  const choose = ({ session }: Racer, index: number): Promise<Answer> =>
    call(
      'admin_vno/events/step/save',
      { event_id: ids[index], step: 'port_available', status: 'done', data },
      { session },
    )
  const said = await Promise.all(racers.map(choose))
  assert.deepEqual(said.map(({ status }) => status).toSorted(), [200, 409], said.map(({ text }) => text).join('\n'))
  const won = said.findIndex(({ status }) => status === 200)
  const [winner, loser] = won === 0 ? racers : racers.toReversed()
  assert.ok(winner && loser)
  assert.equal((said[won]?.body as { record: Event }).record.port_id, port.id)
  const lost = said[1 - won]
  assert.ok(lost)
  const { result, details } = lost.body as {
    result: string
    details?: { field: string; code: string; message: string }[]
  }
  assert.deepEqual([codeOf(lost), result], ['PORT_NOT_AVAILABLE', text('problem.PORT_NOT_AVAILABLE')])
  if (winner.technician.vno_id === loser.technician.vno_id) {
    const [{ message, ...why } = { message: '' }] = details ?? []
    assert.deepEqual(why, { field: 'data.port_number', code: 'taken' })
    assert.match(message, new RegExp(`^Lo tiene ${winner.technician.name} desde las \\d+:\\d\\d [ap]`))
  } else {
    assert.equal(details, undefined)
    assert.ok(!lost.text.includes(winner.technician.name), lost.text)
  }
  const { rows } = await db.owner.query(found, [port.id, ids.map(String)])
  const event = ids[won]
  const whole = { claimed: [event], assigned: [winner.technician.vno_id], chosen: [event], audited: 1 }
  assert.deepEqual(rows, [{ state: 2, ports_free: 0, ...whole }])
}
