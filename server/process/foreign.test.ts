/** No data of another operator's customer (serial, code, label, power) reaches an operator, whatever happens in the box. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AnyCall } from '@hilo/contract/call.ts'
import { contract, type Path } from '@hilo/contract/index.ts'
import { closedAfter } from '../test/closed-after.ts'
import { startClosing, type Closing, type Scene } from '../test/closing-scene.ts'
import { insert, makeTechnician, unique, type TestSession } from '../test/factories.ts'
import { pdfText } from '../test/pdf-text.ts'
import { makeEvent } from '../test/plant-factories.ts'

const lists = (Object.entries(contract) as [Path, AnyCall][])
  .filter(([, spec]) => spec.kind === 'list')
  .map(([path]) => path)

interface Secrets {
  words: string[]
  /** In dBm, as the OLT reads them; distinct from those of the operator's own customers. */
  powers: number[]
}

/** Every text and figure of the other operator's customers in the box and on its tree. */
async function secretsOf(closing: Closing, { box, event, worker }: Scene, more: readonly string[]): Promise<Secrets> {
  const words = await closing.rows<{ word: string }>(
    `select code as word from access where vno_id = $1 union select ont_serial from access where vno_id = $1
     union select label from drop_cable where vno_id = $1`,
    [box.owner.id],
  )
  const powers = await closing.rows<{ dbm: number; own: boolean }>(
    `select distinct (i->>p)::numeric as dbm, bool_or(coalesce((i->>'vno_id')::int = $2, true)) as own
       from neighbour_snapshot s cross join jsonb_array_elements(s.items) i cross join unnest(array['rx_dbm', 'olt_rx_dbm']) p
      where s.event_id = $1 and i->>p is not null group by 1`,
    [event.id, worker.id],
  )
  return {
    words: [...words.map(({ word }) => word), ...more].filter(Boolean),
    // Limits and typed values have at most one decimal.
    powers: powers
      .filter(({ own, dbm }) => !own && Number(dbm).toFixed(2).at(-1) !== '0')
      .map(({ dbm }) => Number(dbm)),
  }
}

/** The seconds of a time of day, `14:48:19.37`, and two ids, `[19,37]`, are no power: a comma takes its minus. */
function foundIn(text: string, { words, powers }: Secrets): string[] {
  const figure = (dbm: number) => {
    const [whole, part] = Math.abs(dbm).toFixed(2).split('.')
    return new RegExp(`(?:(?<![\\d.,]|\\d:)${whole}\\.|[-−]${whole},)${part}(?!\\d)`)
  }
  return [...words.filter((one) => text.includes(one)), ...powers.filter((dbm) => figure(dbm).test(text)).map(String)]
}

/** Everything that one session receives, by call. */
async function leaving({ server }: Closing, { event, box }: Scene, session: TestSession): Promise<[string, string][]> {
  const event_id = event.id
  const asked: [string, object][] = [
    ...lists.map((path): [string, object] => [path, {}]),
    ['admin_vno/events/get', { id: event_id }],
    ['admin_vno/historicals/events/get', { filter: { event_id } }],
    ['admin_vno/historicals/ports/get', { filter: { cto_id: box.cto.id } }],
    ['admin_vno/ports/get', { filter: { cto_id: box.cto.id } }],
    ['admin_vno/neighbors/qualityReport', { event_id }],
    ['admin_vno/neighbors/persistedqualityreport', { event_id }],
    ['admin_vno/neighbors/queryState', { cto_id: box.cto.id, event_id }],
    ['admin_vno/sync/pull', { boxes: [box.cto.id] }],
    ['admin_vno/events/workorder', { event_id }],
  ]
  const answers: [string, string][] = []
  for (const [path, query] of asked) {
    const { text, bytes } = await server.call(path as Path, query, { session })
    answers.push([path, bytes.subarray(0, 5).toString() === '%PDF-' ? pdfText(bytes) : text])
  }
  return answers
}

/** Everything sent to an operator's people and systems. */
async function sent(closing: Closing, { worker, event }: Scene): Promise<[string, string][]> {
  const rows = await closing.rows<{ name: string; text: string }>(
    `select 'notice ' || kind as name, payload::text as text from notification where vno_id = $1
     union all select 'mail', coalesce(subject, '') || coalesce(body, '') from mail where vno_id = $1
     union all select 'audit', to_jsonb(a)::text from audit a where vno_id = $1
     union all select 'event', to_jsonb(e)::text from event e where id = $2 or parent_id = $2`,
    [worker.id, event.id],
  )
  return rows.map(({ name, text }) => [name, text])
}

interface Situation {
  name: string
  /** Returns what the technician typed, which is no leak. */
  play(scene: Scene, closing: Closing): Promise<string[] | void>
  /** Serials that are not in the inventory yet. */
  pending?: (scene: Scene, closing: Closing) => Promise<string[]>
}

const portOf = ({ own }: Scene) => own?.number ?? 0
const save = ({ server }: Closing, { event, technician }: Scene, step: string, data: object, status = 'done') =>
  server.done('admin_vno/events/step/save', { event_id: event.id, step, status, data }, technician)
const finalReport = { rx_dbm: -20, speed_ok: true, customer_present: true, minutes: 30 }

const situations: Situation[] = [
  { name: 'a clean closing', play: async (scene) => void (await scene.end()) },
  {
    name: 'a neighbour without light',
    async play(scene) {
      await scene.act({ action: 'unplug', port: 2 })
      await scene.end()
    },
  },
  {
    name: 'two neighbours exchanged',
    async play(scene) {
      await scene.act({ action: 'swap', port: 1, port_to: 2 })
      await scene.end()
    },
  },
  {
    name: 'a neighbour at the worked port',
    async play(scene, closing) {
      await scene.act({ action: 'swap', port: 1, port_to: portOf(scene) })
      await save(closing, scene, 'final_report', { ...finalReport, ont_serial: scene.serial })
      await scene.run()
      await scene.end()
    },
  },
  {
    name: 'a neighbour at the worked port, and no serial typed',
    async play(scene) {
      await scene.record('final_report', {}, { data: {} })
      await scene.act({ action: 'swap', port: 1, port_to: portOf(scene) })
      await scene.end()
    },
  },
  {
    name: 'a neighbour with much less light',
    async play(scene) {
      await scene.act({ action: 'degrade', port: 3, db: 7 })
      await scene.end()
    },
  },
  {
    name: 'the serial of a neighbour typed as one’s own',
    async play(scene, closing) {
      const serial = scene.box.accesses[0]?.serial ?? ''
      await save(closing, scene, 'final_report', { ...finalReport, ont_serial: serial })
      await scene.act({ action: 'swap', port: 1, port_to: portOf(scene) })
      await scene.end()
      return [serial]
    },
  },
  {
    name: 'another operator’s technician puts an ONT in on the same tree',
    async pending({ box }, closing) {
      const serial = `ZTEG${unique().slice(0, 8)}`
      const steps = [{ step: 'final_report', status: 'done', data: { ont_serial: serial }, checks: [], pictures: [] }]
      const { db } = closing.server
      const technician = await makeTechnician(db, { vno: box.owner })
      await makeEvent(db, { technician, cto: box.cto, process_state: 8, steps: JSON.stringify(steps) })
      return [serial]
    },
    async play(scene, closing) {
      const [pending] = await closing.rows<{ serial: string }>(
        `select t->'data'->>'ont_serial' as serial from event e cross join json_array_elements(e.steps) t
          where e.cto_id = $1 and e.vno_id = $2 order by e.id desc limit 1`,
        [scene.box.cto.id, scene.box.owner.id],
      )
      const fresh = [scene.own?.id, pending?.serial]
      await closing.rows('update plant_line set serial = $2, fresh = true where port_id = $1', fresh)
      const drop = { action: 'A', drop_label_read: `D46-${unique()}-1`, length_m: 40, drop_type: 'interior', connection_type: 1, fibre_no: 1, label_source: 'manual', port_number: portOf(scene) } // prettier-ignore
      await save(closing, scene, 'drop_enrollment', drop)
      await scene.run()
      await scene.end()
    },
  },
  {
    name: 'harm that the controls find',
    async play(scene) {
      await scene.end()
      await scene.act({ action: 'unplug', port: 2 })
      await scene.act({ action: 'degrade', port: 3, db: 7 })
      await scene.run(16 * 60)
    },
  },
]

describe('data of another operator’s customer', async () => {
  const closing = closedAfter(await startClosing())

  for (const { name, play, pending } of situations)
    it(`${name}: nothing of another operator’s customer is sent`, async () => {
      const scene = await closing.scene('alta')
      const { box, own } = scene
      const cable = { vno_id: box.owner.id, type: 'interior', connection_type: 1, state: 'instalada' }
      for (const [index, { id: port_id }] of box.ports.entries()) {
        const place = { port_id, access_id: box.accesses[index]?.id, label: `CANARIO-${unique()}` }
        await insert(closing.server.db, 'drop_cable', { ...cable, ...place })
      }
      assert.ok(own)
      // The operator's own powers stay 3 dB and more away from the neighbours', or equal figures would look like a leak.
      const bright = 'update plant_line set rx0 = -14, olt_rx0 = -15.5 where port_id = $1 returning 1'
      assert.equal((await closing.rows(bright, [own.id])).length, 1)
      const more = (await pending?.(scene, closing)) ?? []
      const typed = (await play(scene, closing)) ?? []
      const secrets = await secretsOf(closing, scene, more)
      secrets.words = secrets.words.filter((one) => !typed.includes(one))
      assert.ok(secrets.words.length > 10 && secrets.powers.length > 0, JSON.stringify(secrets))
      const out = [
        ...(await leaving(closing, scene, scene.admin)),
        ...(await leaving(closing, scene, scene.technician)),
        ...(await sent(closing, scene)),
      ]
      const leaks = out.flatMap(([path, text]) => foundIn(text, secrets).map((secret) => `${path}: ${secret}`))
      assert.deepEqual([...new Set(leaks)], [])
    })

  it('the median of the tree is rounded, so that it is no customer’s own figure', async () => {
    const scene = await closing.scene('alta')
    await closing.rows('update port_assignment set rx_dbm = -19.37 where vno_id = $1', [scene.box.owner.id])
    const data = { power_dbm: -18, roseta_dbm: -19, wavelength_nm: 1490 }
    const answer = JSON.stringify(await save(closing, scene, 'power', data, 'started'))
    assert.match(answer, /"siblings"/)
    assert.deepEqual(foundIn(answer, { words: [], powers: [-19.37] }), [])
  })
})
