/** The final reading judges blocking checks again: none remains in the record of a work that closed clean. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { processState } from '@hilo/domain/status.ts'
import { checkLevels, type CheckCode } from '@hilo/domain/step-checks.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startClosing, type Scene } from '../../test/closing-scene.ts'
import { insert, makeVno, unique } from '../../test/factories.ts'
import { makeCto } from '../../test/plant-factories.ts'

const { finalizedSync, finalized } = processState.is

describe('blocking checks at closing', async () => {
  const closing = closedAfter(await startClosing())

  const { db } = closing.server
  const cable = { type: 'interior', connection_type: 1, state: 'instalada' }
  const blocking = ({ steps }: Awaited<ReturnType<Scene['row']>>) =>
    (steps ?? []).flatMap(({ checks }) => checks.filter(({ level }) => level === 'bloqueo').map(({ code }) => code))

  /** Makes each check block after its step was saved clean. */
  const faults: Partial<Record<CheckCode, (scene: Scene) => Promise<unknown>>> = {
    gas: async (scene) => {
      await closing.rows(`update cto set type = 'camara' where id = $1`, [scene.box.cto.id])
      await scene.record('initial', { prl: { gas: false } })
    },
    cto_code: (scene) => scene.record('initial', { cto_code_read: 'OTRA' }),
    comment: (scene) => scene.record('report', { conditions: [996], comments: '' }),
    access: (scene) => scene.record('cto_access', { no_access_reason: 'Cerrado' }),
    port_found: (scene) => scene.record('port_available', { port_number: scene.own?.number, found: 801 }),
    port_state: async (scene) => {
      const taken = `select number from port where cto_id = $1 and id <> $2 order by number limit 1`
      const [other] = await closing.rows<{ number: number }>(taken, [scene.box.cto.id, scene.own?.id])
      await scene.record('port_available', { port_number: other?.number, found: 'libre' })
    },
    power: (scene) => scene.record('power', { power_dbm: -27.5 }),
    roseta: (scene) => scene.record('power', { roseta_dbm: -30 }),
    drop_loss: (scene) => scene.record('power', { power_dbm: -15, roseta_dbm: -21 }),
    meter_picture: async (scene) => {
      await scene.record('power', { power_dbm: -20 })
      const { id, vno_id } = scene.event
      const file = { name: 'f', mime: 'image/webp', sha256: Buffer.alloc(32), key: unique(), bytes: 1 }
      const file_id = await insert(db, 'file', { ...file, vno_id, event_id: id })
      const shown = { phash: 1, width: 1, height: 1, received_at: new Date(), camera: true, sha256: Buffer.alloc(32) }
      const of = { vno_id, event_id: id, file_id, step: 'power', label_kind: 1, power_dbm_read: -25.5 }
      await insert(db, 'picture', { ...shown, ...of })
    },
    siblings: (scene) => scene.record('final_report', { rx_dbm: -40 }),
    cto_label: async (scene) => {
      const other = await makeCto(db)
      await scene.record('cto_enrollment', { label_read: other.code, action: 'M' })
    },
    cto_action: (scene) => scene.record('cto_enrollment', { label_read: scene.box.cto.code, action: 'A' }),
    drop_label: async (scene) => {
      const own = { vno_id: scene.worker.id, port_id: scene.own?.id, label: `D46-${unique()}-0` }
      await insert(db, 'drop_cable', { ...cable, ...own })
      await scene.record('drop_enrollment', { action: 'R', replaced_label: 'D46-OTRA-0' })
    },
    drop_action: (scene) => scene.record('drop_enrollment', { action: 'B' }),
    label_unique: async (scene) => {
      const vno_id = (await makeVno(db)).id
      await insert(db, 'drop_cable', { ...cable, vno_id, label: scene.dropLabel })
    },
    port_match: async (scene) => {
      await scene.record('port_available', { port_number: scene.own?.number, found: 'libre' })
      await scene.record('drop_enrollment', { port_number: (scene.own?.number ?? 0) + 1 })
    },
    ont_serial: (scene) => scene.record('final_report', { ont_serial: 'x' }),
    ont_detected: (scene) => scene.record('final_report', { ont_serial: 'ZTEGAAAA0002' }),
    ont_rx: (scene) => scene.record('final_report', { rx_dbm: -29 }),
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
      const row = await scene.end()
      if (row.process_state === finalized || row.process_state === finalizedSync) closed.push(code)
      else assert.ok(blocking(row).includes(code), `${code}: ${JSON.stringify(row.error)} ${blocking(row).join()}`)
    }
    assert.deepEqual(closed, [])
  })

  it('a clean closing keeps no check that blocked before', async () => {
    const scene = await closing.scene('alta')
    await scene.act({ action: 'unplug', port: 1 })
    assert.ok(blocking(await scene.end()).includes('board'))
    await scene.act({ action: 'plug', port: 1 })
    await scene.run()
    assert.deepEqual(blocking(await scene.end(finalizedSync)), [])
  })
})
