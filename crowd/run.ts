/** A crowd against a whole server, over HTTP. */
import { makeOperator, makeSession, makeTechnician, makeVno } from '../server/test/factories.ts'
import { startTestServer, type TestServer } from '../server/test/harness.ts'
import { freePort } from '../server/test/server-process.ts'
import { drawing } from '../server/test/pictures.ts'
import { makeCto, makePort } from '../server/test/plant-factories.ts'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person, Picture, Story } from './acts.ts'
import { Device } from './device.ts'
import type { Plan } from './plan.ts'
import { judge, type Found } from './truth.ts'
import { network } from './wire.ts'

/** Concurrent devices. */
const atOnce = 64

/** Keeps phones signed in that are first used late in the day. */
const phone = { idle_limit: '1 day' }

async function people(server: TestServer, count: number): Promise<Person[]> {
  const { db } = server
  const vno = await makeVno(db)
  const made: Person[] = []
  for (let index = 0; index < count; index++) {
    const technician = await makeTechnician(db, { vno })
    const sessions = [await makeSession(db, technician, phone), await makeSession(db, technician, phone)] as const
    const cto = await makeCto(db)
    const port = await makePort(db, { cto })
    for (let more = 0; more < 3; more++) await makePort(db, { cto })
    const [own, other] = sessions
    const { id, user_id } = technician
    made.push({ id, user_id, sessions: [own.cookie, other.cookie], cto, port: port.id })
  }
  return made
}

/** Small pictures: only their count matters. */
async function pictures(): Promise<Picture[]> {
  const seeds = Array.from({ length: 3 }, (_, index) => index + 1)
  return await Promise.all(
    seeds.map(async (seed) => {
      const bytes = await drawing({ seed, width: 48, height: 32 }).jpeg().toBuffer()
      return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
    }),
  )
}

interface Result extends Found {
  devices: number
  requests: number
  seconds: number
}

/** Simulates a quiet box, which closing waits for. */
function hurry(server: TestServer, session: { cookie: string }): () => Promise<void> {
  const over = new AbortController()
  const running = (async () => {
    while (!over.signal.aborted) {
      await server.call('demo/plant/clock', { advance_s: 30 }, { session })
      await sleep(400, undefined, { signal: over.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    over.abort()
    await running
  }
}

/**
 * Runs every device's day, then checks the database.
 * @param most seconds after which no device starts anything
 * @throws if anything is duplicated or missing
 */
export async function runCrowd(plans: readonly Plan[], most = Infinity): Promise<Result> {
  const server = await startTestServer({ PORT: await freePort() }, { jobs: true })
  const net = network(await server.listen())
  try {
    const shown = await pictures()
    const owners = await people(server, plans.length)
    const stop = hurry(server, await makeSession(server.db, await makeOperator(server.db)))
    const began = performance.now()
    const stories = new Map<string, Story>()
    const isOver = () => performance.now() - began > most * 1000
    const waiting = [...plans.entries()]
    const worker = async () => {
      for (let next = waiting.shift(); next && !isOver(); next = waiting.shift()) {
        const [index, plan] = next
        const person = owners[index]
        if (!person) return
        const device = new Device(plan, person, { send: net.send, pictures: shown })
        await device.work(isOver)
        for (const [id, story] of device.stories) stories.set(id, story)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker)).finally(stop)
    const seconds = (performance.now() - began) / 1000
    const found = await judge(server.db, stories)
    return { devices: plans.length, requests: net.sent(), seconds, ...found }
  } finally {
    net.close()
    await server.close()
  }
}
