/** The final reading judges blocking checks again: none remains in the record of a work that closed clean. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { processState, type FieldStep } from '@hilo/domain/status.ts'
import { checkLevels, type CheckCode } from '@hilo/domain/step-checks.ts'
import { startClosing, type Closing, type Scene } from '../../test/closing-scene.ts'
import { insert, makeVno, unique } from '../../test/factories.ts'
import { makeCto } from '../../test/plant-factories.ts'

const { finalizedSync, finalized } = processState.is

describe('blocking checks at closing', () => {
  let closing: Closing
  before(async () => void (closing = await startClosing()))
  after(() => closing.close())

  const record = async ({ event }: Scene, step: FieldStep, data: object) => {
    const steps = `(select json_agg(case when s->>'step' = $2 then jsonb_set(s::jsonb, '{data}', (s::jsonb->'data') || $3::jsonb)
      else s::jsonb end) from json_array_elements(steps) s)`
    await closing.rows(`update event set steps = ${steps} where id = $1`, [event.id, step, JSON.stringify(data)])
  }
  const blocking = ({ steps }: Awaited<ReturnType<Scene['row']>>) =>
    (steps ?? []).flatMap(({ checks }) => checks.filter(({ level }) => level === 'bloqueo').map(({ code }) => code))

  /** Makes each check block after its step was saved clean. */
  const faults: Partial<Record<CheckCode, (scene: Scene) => Promise<unknown>>> = {
    gas: async (scene) => {
      await closing.rows(`update cto set type = 'camara' where id = $1`, [scene.box.cto.id])
      await record(scene, 'initial', { prl: { gas: false } })
    },
    cto_code: (scene) => record(scene, 'initial', { cto_code_read: 'OTRA' }),
    comment: (scene) => record(scene, 'report', { conditions: [996], comments: '' }),
    access: (scene) => record(scene, 'cto_access', { no_access_reason: 'Cerrado' }),
    port_found: (scene) => record(scene, 'port_available', { port_number: scene.own?.number, found: 801 }),
    port_state: async (scene) => {
      const taken = `select number from port where cto_id = $1 and id <> $2 order by number limit 1`
      const [other] = await closing.rows<{ number: number }>(taken, [scene.box.cto.id, scene.own?.id])
      await record(scene, 'port_available', { port_number: other?.number, found: 'libre' })
    },
    power: (scene) => record(scene, 'power', { power_dbm: -27.5 }),
    roseta: (scene) => record(scene, 'power', { roseta_dbm: -30 }),
    drop_loss: (scene) => record(scene, 'power', { power_dbm: -15, roseta_dbm: -21 }),
    meter_picture: async (scene) => {
      await record(scene, 'power', { power_dbm: -20 })
      const { id, vno_id } = scene.event
      const file = { name: 'f', mime: 'image/webp', sha256: Buffer.alloc(32), key: unique(), bytes: 1 }
      const file_id = await insert(closing.server.db, 'file', { ...file, vno_id, event_id: id })
      const shown = { phash: 1, width: 1, height: 1, received_at: new Date(), camera: true, sha256: Buffer.alloc(32) }
      const of = { vno_id, event_id: id, file_id, step: 'power', label_kind: 1, power_dbm_read: -25.5 }
      await insert(closing.server.db, 'picture', { ...shown, ...of })
    },
    siblings: (scene) => record(scene, 'final_report', { rx_dbm: -40 }),
    cto_label: async (scene) => {
      const other = await makeCto(closing.server.db)
      await record(scene, 'cto_enrollment', { label_read: other.code, action: 'M' })
    },
    cto_action: (scene) => record(scene, 'cto_enrollment', { label_read: scene.box.cto.code, action: 'A' }),
    drop_label: async (scene) => {
      const drop = {
        vno_id: scene.worker.id,
        port_id: scene.own?.id,
        type: 'interior',
        connection_type: 1,
        state: 'instalada',
      }
      await insert(closing.server.db, 'drop_cable', { ...drop, label: `D46-${unique()}-0` })
      await record(scene, 'drop_enrollment', { action: 'R', replaced_label: 'D46-OTRA-0' })
    },
    drop_action: (scene) => record(scene, 'drop_enrollment', { action: 'B' }),
    label_unique: async (scene) => {
      const theirs = {
        vno_id: (await makeVno(closing.server.db)).id,
        type: 'interior',
        connection_type: 1,
        state: 'instalada',
      }
      await insert(closing.server.db, 'drop_cable', { ...theirs, label: scene.dropLabel })
    },
    port_match: async (scene) => {
      await record(scene, 'port_available', { port_number: scene.own?.number, found: 'libre' })
      await record(scene, 'drop_enrollment', { port_number: (scene.own?.number ?? 0) + 1 })
    },
    ont_serial: (scene) => record(scene, 'final_report', { ont_serial: 'x' }),
    ont_detected: (scene) => record(scene, 'final_report', { ont_serial: 'ZTEGAAAA0002' }),
    ont_rx: (scene) => record(scene, 'final_report', { rx_dbm: -29 }),
    olt_rx: (scene) => scene.act({ action: 'degrade', port: scene.own?.number ?? 0, db: 12 }),
    board: (scene) => scene.act({ action: 'unplug', port: 1 }),
  }
  /** Judged when the work begins, and refused when its end is requested. */
  const ofTheBeginning: readonly string[] = ['prl', 'order']
  /** No OLT knows at which port an ONT hangs: judged by the inventory when the port is named. */
  const ofTheInventory: readonly string[] = ['port_light']

  it('every blocking check stops a clean closing', async () => {
    const codes = Object.entries(checkLevels).flatMap(([code, levels]) =>
      (levels as readonly string[]).includes('bloqueo') && ![...ofTheBeginning, ...ofTheInventory].includes(code)
        ? [code as CheckCode]
        : [],
    )
    assert.deepEqual(Object.keys(faults).sort(), codes.toSorted())
    const closed: string[] = []
    for (const code of codes) {
      const scene = await closing.scene('alta')
      await faults[code]?.(scene)
      const asked = await scene.finalize()
      assert.equal(asked.status, 200, `${code}: ${asked.text}`)
      await scene.run()
      const row = await scene.row()
      if (row.process_state === finalized || row.process_state === finalizedSync) closed.push(code)
      else assert.ok(blocking(row).includes(code), `${code}: ${JSON.stringify(row.error)} ${blocking(row).join()}`)
    }
    assert.deepEqual(closed, [])
  })

  it('a clean closing keeps no check that blocked before', async () => {
    const scene = await closing.scene('alta')
    await scene.act({ action: 'unplug', port: 1 })
    await scene.finalize()
    await scene.run()
    assert.ok(blocking(await scene.row()).includes('board'))
    await scene.act({ action: 'plug', port: 1 })
    await scene.run()
    const again = await scene.finalize()
    assert.equal(again.status, 200, again.text)
    await scene.run()
    const row = await scene.row()
    assert.equal(row.process_state, finalizedSync, JSON.stringify(row.error))
    assert.deepEqual(blocking(row), [])
  })
})
