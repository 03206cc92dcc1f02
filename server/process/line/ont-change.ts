/** Replaces the ONT of an access: configures the OLT, waits for the new ONT, and rolls back if it does not come. */
import type { Vlan } from '@hilo/domain/diagnosis.ts'
import { lineTimes } from '@hilo/domain/line-work.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { Reader } from '../../plant/reader.ts'
import type { Process } from '../process.ts'
import { inProcess } from '../tx.ts'
import { auditLine, failure, idOf, isSilent, scheduleLine } from './job.ts'

interface Change {
  id: number
  access_id: number
  vno_id: number
  cto_id: number
  port_id: number
  old_serial: string | null
  new_serial: string
  requested_at: Date
  deadline_at: Date
  profile: string | null
  vlan: Vlan | null
  now: Date
}

const running = `select h.id, h.access_id, h.vno_id, h.cto_id, h.port_id, h.old_serial, h.new_serial, h.requested_at, h.deadline_at,
    x.product->>'code' as profile, x.vlan, app_now() as now
  from ont_change h join access x on x.id = h.access_id where h.id = $1 and h.state = 'en_curso'`
const finish = `
  with done as (
    update ont_change set state = $2, finished_at = app_now(), error = $3, version = version + 1, updated_at = app_now()
     where id = $1 and state = 'en_curso' returning id, version, vno_id, access_id, new_serial, new_model),
  told as (select changed('ont', id, version, vno_id) from done)
  select done.* from done, told`
const exchange = `
  with given as (
    update access set ont_serial = $2, ont_model = $3, ont_sw = $4, ont_mac = null, version = version + 1, updated_at = app_now()
     where id = $1 returning id, version, vno_id)
  select changed('accesses', id, version, vno_id) from given`

export async function scheduleChange(
  sql: Tx,
  { id, access_id }: { id: number; access_id: number },
  told = false,
  afterMs = 0,
): Promise<void> {
  await scheduleLine(sql, 'process.ont_change', `access:${access_id}`, { id, told }, afterMs)
}

interface Given {
  access_id: number
  new_serial: string
  new_model: string | null
}

async function end(sql: Tx, change: Change, software: string | null, done: boolean): Promise<void> {
  const state = done ? 'hecho' : 'revertido'
  const error = done ? null : failure('ONT_NOT_DETECTED')
  const [finished] = await sql.rows<Given>(finish, [change.id, state, error && JSON.stringify(error)])
  if (!finished) return
  if (done) await sql.rows(exchange, [finished.access_id, finished.new_serial, finished.new_model, software])
  const { id, vno_id: vnoId } = change
  await auditLine(sql, { entity: 'ont_change', id, vnoId, act: 'ont_change', after: { state, error } })
}

/** Configures the former ONT on the OLT again. */
async function goBack(reader: Reader, change: Change): Promise<void> {
  const { cto_id, port_id, old_serial: serial, new_serial, profile, vlan } = change
  if (serial === null) await reader.deprovision(cto_id, port_id, new_serial)
  else await reader.provision(cto_id, { serial, profile, vlan }, new_serial)
}

/** Result of one poll: the new ONT with its software, absent, or OLT silent. */
async function look(
  reader: Reader,
  change: Change,
  told: boolean,
): Promise<{ found: boolean; software: string | null; told: boolean }> {
  const { cto_id, port_id, old_serial, new_serial: serial, profile, vlan } = change
  let known = told
  try {
    if (!told) await reader.provision(cto_id, { serial, profile, vlan }, old_serial)
    known = true
    const { box, detail } = await reader.readLine(cto_id, port_id, 'process', undefined, serial)
    const state = box.readings.find(({ portId }) => portId === port_id)?.state
    return { found: detail.serial === serial && state === 'online', software: detail.software, told: known }
  } catch (error) {
    isSilent(error)
    return { found: false, software: null, told: known }
  }
}

const wasTold = (payload: unknown) => (payload as { told?: unknown }).told === true

export async function changeJob({ db, reader }: Process, payload: unknown): Promise<void> {
  const [change] = await inProcess(db, (sql) => sql.rows<Change>(running, [idOf(payload)]))
  if (!change) return
  const { found, software, told } = await look(reader, change, wasTold(payload))
  if (found) return await inProcess(db, (sql) => end(sql, change, software, true))
  if (change.now < change.deadline_at) {
    const { look: soon, lookLater } = lineTimes
    const waited = change.now.getTime() - change.requested_at.getTime()
    const next = waited < lookLater.after ? soon : lookLater.every
    const left = change.deadline_at.getTime() - change.now.getTime()
    return await inProcess(db, (sql) => scheduleChange(sql, change, told, Math.min(next, left)))
  }
  const back = await goBack(reader, change).then(
    () => true,
    (error: unknown) => !isSilent(error),
  )
  await inProcess(db, async (sql) => {
    if (back) await end(sql, change, null, false)
    else await scheduleChange(sql, change, told, lineTimes.lookLater.every)
  })
}
