import { insert, unique } from '../factories.ts'
import { makeCto, makePort } from '../plant-factories.ts'
import type { AreaInputs } from './area.ts'

/** The network by calls and files. */
export const inventoryInputs: AreaInputs = {
  budgets: {
    'admin_vno/inventory/load': { trips: 17 },
    'admin_vno/ctos/create': { trips: 13 },
    'admin_vno/ctos/edit': { trips: 11 },
    'admin_vno/ctos/delete': { trips: 9 },
    'admin_vno/ports/edit': { trips: 9 },
    'admin_vno/drops/create': { trips: 10 },
    'admin_vno/drops/edit': { trips: 10 },
  },
  neutralOnly: [
    'admin_vno/inventory/load',
    'admin_vno/ctos/create',
    'admin_vno/ctos/edit',
    'admin_vno/ctos/delete',
    'admin_vno/ports/edit',
    'admin_vno/drops/create',
    'admin_vno/drops/edit',
  ],
  async make({ db }, vno) {
    const cto = await makeCto(db)
    const gone = await makeCto(db)
    const port = await makePort(db, { cto })
    const { rows } = await db.owner.query<{ code: string }>(
      'select p.code from pon p join cto c on c.pon_id = p.id where c.id = $1',
      [cto.id],
    )
    const drop = { vno_id: vno.id, label: `D28-${unique()}`, type: 'interior', connection_type: 1, state: 'instalada' }
    const address = {
      street: 'Calle Mayor',
      postal_code: '28001',
      municipality: 'Madrid',
      ine_code: '28079',
      province: 'Madrid',
    }
    return {
      inputs: {
        'admin_vno/inventory/load': { kind: 'olt' },
        'admin_vno/ctos/create': {
          code: `28079-${unique()}`,
          type: 'fachada',
          connection_type: 1,
          ports_total: 4,
          address,
          position: { lat: 40.4, lon: -3.7 },
          upstream: { pon_code: rows[0]?.code, splitter1_code: 'S1', feeder_m: 900 },
        },
        'admin_vno/ctos/edit': { id: cto.id, key_needed: true },
        'admin_vno/ctos/delete': { id: gone.id },
        'admin_vno/ports/edit': { id: port.id, problem: { reason: 2 } },
        'admin_vno/drops/create': { vno_id: vno.id, label: `D28-${unique()}`, type: 'interior', connection_type: 1 },
        'admin_vno/drops/edit': { id: await insert(db, 'drop_cable', drop), length_m: 40 },
      },
      files: {
        'admin_vno/inventory/load': {
          file: Buffer.from(`code,vendor,model,optic_class\nOLT-${unique()},Huawei,MA5800,C+\n`),
        },
      },
    }
  },
}
