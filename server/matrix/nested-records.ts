/** S2 nested: a record of the other operator named by an operation of a batch, or by a row of a file. */
import { randomUUID } from 'node:crypto'
import type { Path } from '@hilo/contract/index.ts'
import type { Answer } from '../test/harness.ts'
import { nobodyOf } from './compare.ts'
import type { Asked, Foreign } from './foreign-records.ts'
import type { Scene } from './scene.ts'
import { changes, specOf, type Who } from './twins.ts'

/** The result of the nested part, without request-specific values. */
function result({ status, body }: Answer, asked: readonly unknown[]): string {
  const { results, record } = body as { results?: object[]; record?: { results?: object[] } }
  let text = JSON.stringify([status, results ?? record?.results ?? body])
  for (const one of asked) text = text.replaceAll(String(one), '?')
  return text.replace(/"request_id":"[^"]+"/g, '')
}

const mayTravel = (path: Path) => changes(path) && specOf(path).kind === 'call' && path !== 'admin_vno/sync/push'

/** A field of a change, sent as an offline operation of a device. */
export async function askInBatch(
  { ask, base, canary }: Scene,
  { path, field, foreign, own, missing }: Foreign,
  who: Who,
): Promise<Asked> {
  const told: Asked = { checks: 0, refused: 0, faults: [] }
  if (!mayTravel(path)) return told
  const said = async (value: unknown) => {
    const { client_request_id: _, ...query } = field.forms(base(path), value, own)[0] as Record<string, unknown>
    const client_request_id = randomUUID()
    const answer = await ask('admin_vno/sync/push', { operations: [{ path, query, client_request_id }] }, who)
    const word = canary(answer.text, String(foreign))
    if (word !== null) told.faults.push(`${path} ${field.name} in a batch says ${word}`)
    return result(answer, typeof foreign === 'string' ? [client_request_id, foreign, missing] : [client_request_id])
  }
  const [here, there] = [await said(foreign), await said(missing)]
  if (here !== there) told.faults.push(`${path} ${field.name} in a batch\n  ${here}\n  ${there}`)
  told.checks += 2
  return told
}

/** Columns that name a record, with a row around the name. */
const rows: readonly { path: Path; named: string; head: string; row: (name: string) => string }[] = [
  {
    path: 'admin_vno/orders/load',
    named: 'access_code',
    head: 'external_order_id,kind,access_code',
    row: (name) => `FILA-1,averia,${name}`,
  },
  {
    path: 'admin_vno/orders/load',
    named: 'external_order_id',
    head: 'external_order_id,kind',
    row: (name) => `${name},alta`,
  },
  ...(['access_code', 'ont_serial', 'customer_ref'] as const).map((named) => ({
    path: 'admin_vno/accesses/load' as const,
    named,
    head: `port_label,drop_label,${named}`,
    row: (name: string) => `NINGUNO-1,NINGUNA-1,${name}`,
  })),
  {
    path: 'admin_vno/technicals/load',
    named: 'cif',
    head: 'employee_code,name,email,contractor',
    row: (name) => `FILA1,Ana Ruiz,fila@prueba.test,${name}`,
  },
  {
    path: 'admin_vno/technicals/load',
    named: 'employee_code',
    head: 'employee_code,name,email',
    row: (name) => `${name},Ana Ruiz,fila@prueba.test`,
  },
]

/** Every name in a row of a file, as a preview. */
export async function askInFiles({ server, theirs, canary }: Scene, who: Who): Promise<Asked> {
  const told: Asked = { checks: 0, refused: 0, faults: [] }
  for (const { path, named, head, row } of rows) {
    const foreign = theirs.known.owned.get(named)
    if (typeof foreign !== 'string') {
      told.faults.push(`${path} ${named}: no foreign name is known`)
      continue
    }
    const missing = String(nobodyOf(foreign))
    const said = async (name: string) => {
      const files = { file: Buffer.from(`${head}\n${row(name)}\n`) }
      const answer = await server.call(path, { preview: true }, { ...who, files })
      const word = canary(answer.text, foreign)
      if (answer.status !== 200 || word !== null) told.faults.push(`${path} ${named} ${answer.text.slice(0, 300)}`)
      return result(answer, [foreign, missing])
    }
    const [here, there] = [await said(foreign), await said(missing)]
    if (here !== there) told.faults.push(`${path} ${named} in a file\n  ${here}\n  ${there}`)
    told.checks += 2
  }
  return told
}
