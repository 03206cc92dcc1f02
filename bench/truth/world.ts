/** A server as started by hand, with a large network, and people who work in it. */
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ctoState, portState } from '@hilo/domain/status.ts'
import { runningCluster } from '../../server/db/embedded.ts'
import { openDatabase, type Database } from '../../server/db/open.ts'
import { silentLog } from '../../server/log.ts'
import { makeOperator, makeSession, makeTechnician, type Vno } from '../../server/test/factories.ts'
import { drawing } from '../../server/test/pictures.ts'
import { spawnServer, untilReady } from '../../server/test/server-process.ts'
import type { Stock } from './works.ts'
import { News, openClient, type Client } from './wire.ts'

export interface Box {
  id: number
  code: string
  label: string
  oltId: number
  ponId: number
  /** Without a free port. */
  full: boolean
  stock: Stock
}
export interface World {
  /** For facts outside of the API: the gate's counters and the chains. */
  db: Database
  operator: Client
  /** A technician of an operator who is used only once. */
  technicianOf(vnoId: number): Promise<Client>
  news: News
  /** The server's address. */
  address: string
  boxes: Box[]
  /** One per step with evidence. */
  pictures: Buffer[]
  stop(): Promise<void>
}

// Ordered by a hash, so that the boxes of one wave are on many OLTs.
const quietBoxes = `
  select c.id, c.code, c.label, n.olt_id as "oltId", c.pon_id as "ponId", c.ports_free = 0 as full,
    json_build_object('customers', people.list, 'free', (select coalesce(json_agg(json_build_object('port', p.number, 'portId', p.id)), '[]')
      from port p where p.cto_id = c.id and p.state = ${portState.is.disponible} and p.removed_at is null
        and p.optical_state <> 'online')) as stock
  from cto c join pon n on n.id = c.pon_id
  join lateral (select json_agg(json_build_object('port', p.number, 'portId', p.id, 'accessId', x.id, 'vnoId', x.vno_id,
      'serial', x.ont_serial, 'label', d.label)) as list
    from port_assignment a join port p on p.id = a.port_id join access x on x.id = a.access_id join vno v on v.id = x.vno_id
      join drop_cable d on d.id = a.drop_id
    where a.cto_id = c.id and a.ended_at is null and a.ont_state = 'online' and a.state = ${portState.is.ocupado}
      and x.state = 'activo' and x.ont_serial is not null and v.status = 1
      and not exists (select from event e where e.access_id = x.id and e.process_state in (2, 4, 6, 8, 9, 10))) people
    on people.list is not null
  where c.state in (${ctoState.is.disponible}, ${ctoState.is.copada})
    and (select count(*) from port_assignment a where a.cto_id = c.id and a.ended_at is null and a.ont_state = 'online') >= 4
    and not exists (select from event e where e.cto_id = c.id and e.type = 1 and e.process_state in (2, 4, 6, 8, 9, 10))
  order by hashint8(c.id), c.id`

const pictureOf = (seed: number) => drawing({ seed, width: 480, height: 360 }).jpeg().toBuffer()

export async function openWorld(
  folder: string,
  port: number,
  { size, life }: { size: string; life: string },
): Promise<World> {
  const home = resolve(folder)
  await rm(home, { recursive: true, force: true })
  const env = { DATA_DIR: home, PORT: String(port), HILO_SEED: size, HILO_DEMO: '1', PLANT_LIFE: life }
  const server = spawnServer(env)
  try {
    // A machine with other work to do takes many minutes to seed a network of this size.
    await untilReady(server, 1_800_000)
    let stopping = false
    void server.ended.then(() => {
      if (!stopping) process.stderr.write(`the server has ended:\n${server.output()}\n`)
    })
    const db = await openDatabase({ dataDir: '', databaseUrl: (await runningCluster(home)) ?? '' }, silentLog)
    const token = async (account: Awaited<ReturnType<typeof makeOperator>>) => (await makeSession(db, account)).token
    const neutral = await token(await makeOperator(db))
    const news = new News(server.address, neutral)
    const named = await db.owner.query<Vno>('select id, name, external_id from vno')
    const vnos = new Map(named.rows.map((one) => [one.id, one]))
    const { rows: boxes } = await db.owner.query<Box>(quietBoxes)
    return {
      db,
      operator: openClient(server.address, neutral),
      technicianOf: async (id) => {
        const vno = vnos.get(id)
        if (!vno) throw new Error(`no operator ${id}`)
        return openClient(server.address, await token(await makeTechnician(db, { vno })))
      },
      news,
      address: server.address,
      boxes,
      pictures: await Promise.all([1, 2, 3, 4, 5].map(pictureOf)),
      stop: async () => {
        stopping = true
        news.stop()
        await db.close()
        await server.kill('SIGTERM')
      },
    }
  } catch (error) {
    await server.kill('SIGTERM')
    throw error
  }
}
