import { eventType, processState } from '@hilo/domain/status.ts'
import type pg from 'pg'
import { demonstrationPassword } from '../auth/demonstration.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { Database } from '../db/open.ts'
import type { FileStore } from '../files/store.ts'
import { transactionSql } from '../kernel/sql/scope.ts'
import type { Log } from '../log.ts'
import { isEmpty, loadingDemonstration } from './seed-process.ts'
import { moveSequences, peopleTables, workTables, type tables } from './tables.ts'
import { reportKey } from '../process/reports/quality-report.ts'
import { copyRows, type Row } from './copy.ts'
import type { World } from './draft.ts'
import { eventColumns, eventRows } from './event-rows.ts'
import { addEnrollments } from './enrollments.ts'
import { addAccounts } from './account.ts'
import { addAgenda } from './agenda.ts'
import { addRights } from './rights.ts'
import { addEvidence, addProofs } from './evidence.ts'
import { addInvitations } from './invitations.ts'
import { makeEvents } from './events.ts'
import { accessColumns, accessRows, assignmentColumns, assignmentRows, dropColumns, dropRows } from './line-rows.ts'
import { ctoColumns, ctoRows, oltColumns, oltRows, ponColumns, ponRows, portColumns, portRows } from './network-rows.ts'
import { openOrderBook, orderColumns, type OrderBook } from './orders.ts'
import {
  administratorColumns,
  administratorRows,
  neutralColumns,
  neutralRows,
  technicianColumns,
  technicianRows,
  userColumns,
  userRows,
} from './people.ts'
import { contractorColumns, contractorRows, roleColumns, roleRows, tenantColumns, tenantRows } from './tenants.ts'
import type { Contractor } from './tenants.ts'
import { neighbourColumns, openProofs, reportColumns, snapshotColumns } from './proof/book.ts'
import type { ProofBook } from './proof/book.ts'
import { caseColumns } from './proof/cases.ts'
import { addLineHistory, addUnsubscriptions } from './line-history.ts'
import { addHairChanges } from './hair-changes.ts'
import { addHistory } from './history.ts'
import { darken } from './proof/dark-lines.ts'
import { addJobs } from './proof/jobs.ts'
import { longTransaction, stripped } from './stripped.ts'
import { addQueriesAndReports } from './queries-and-reports.ts'
import { noticeColumns, noticeRows } from './proof/notices.ts'
import { dateOf, day, historyDays, hour, stamp } from './time.ts'
import { addVisits } from './visits.ts'
import { makeWorld, plans, type Plan } from './world.ts'

interface SeedOptions {
  size: keyof typeof plans | Plan
  log: Log
  /** Store for the photos of `small`; without it there are none. */
  store?: FileStore
}
type Copy = (table: (typeof tables)[number], columns: string, rows: Iterable<Row>) => Promise<void>

async function copyPeople(copy: Copy, world: World, contractors: readonly Contractor[]): Promise<void> {
  const { people, network, now } = world
  const hash = await hashPassword(demonstrationPassword)
  const since = stamp(now - (historyDays + 60) * day)
  const lately = stamp(now - 7 * hour)
  const zones = [...new Set(network.olts.map((olt) => olt.place.ine))]
  await copy('vno', tenantColumns, tenantRows(since))
  await copy('role', roleColumns, roleRows(since))
  await copy('contractor', contractorColumns, contractorRows(contractors, since))
  await copy('app_user', userColumns, userRows(people, hash, since, lately))
  await copy('vno_admin_account', administratorColumns, administratorRows(people, since, lately))
  await copy('admin_account', neutralColumns, neutralRows(people, since))
  const inMonths = (months: number) => dateOf(now + months * 30 * day)
  await copy('technical_account', technicianColumns, technicianRows(people, zones, since, lately, inMonths))
}

async function copyNetwork(copy: Copy, { network, now }: World): Promise<void> {
  await copy('olt', oltColumns, oltRows(network, now))
  await copy('pon', ponColumns, ponRows(network))
  await copy('cto', ctoColumns, ctoRows(network, now))
  await copy('port', portColumns, portRows(network, now))
}

/** After events have given each line's activation. */
async function copyLines(copy: Copy, world: World, orders: OrderBook, proofs: ProofBook): Promise<void> {
  const { network, survey, now } = world
  await copy('service_order', orderColumns, orders.rows())
  await copy('access', accessColumns, accessRows(network, survey, now))
  await copy('drop_cable', dropColumns, dropRows(network, survey, now))
  await copy('port_assignment', assignmentColumns, assignmentRows(network, survey, now))
  await copy('neighbour_snapshot', snapshotColumns, proofs.snapshots)
  await copy('event_neighbour', neighbourColumns, proofs.neighbours)
  await copy('quality_report', reportColumns, proofs.reports)
  await copy('neighbour_case', caseColumns, proofs.cases.rows)
  await copy('notification', noticeColumns, noticeRows([...proofs.notices, ...proofs.cases.notices], now))
}

/** An open intervention claims its port. */
const claims = `
  insert into port_claim (port_id, event_id, vno_id, expires_at)
  select port_id, id, vno_id, deadline_at from event
   where type = ${eventType.is.createListener} and process_state in (${processState.is.wronglyFinalized}, ${processState.is.finalizing}, ${processState.is.created}, ${processState.is.wronglyCancelled}) and port_id is not null and created_at > now() - interval '2 days'`

/** Prevents concurrent inserts of operators. */
async function lockEmpty(client: pg.PoolClient): Promise<void> {
  await client.query('lock table vno in access exclusive mode')
  if (!(await isEmpty({ owner: client })))
    throw new Error('Ya hay operadores: los datos de demostración no se han cargado.')
}

/**
 * Fills an empty database with the demonstration, in one transaction: a seed that is killed leaves nothing, and the next start
 * begins again. Does nothing if another process has done it.
 */
export async function seed(db: Pick<Database, 'owner' | 'jobs'>, options: SeedOptions): Promise<void> {
  const start = performance.now()
  const seconds = () =>
    `${((performance.now() - start) / 1000).toLocaleString('es-ES', { maximumFractionDigits: 1 })} s`
  const { world, contractors } = makeWorld(
    typeof options.size === 'string' ? plans[options.size] : options.size,
    Date.now(),
  )
  const proofs = openProofs(world, await reportKey(db.owner))
  const progress = (detail: string) => options.log.progress(loadingDemonstration, detail)
  let copied = 0
  const copier =
    (client: pg.PoolClient): Copy =>
    async (table, columns, rows) => {
      copied += await copyRows(client, table, columns, rows)
      progress(`filas: ${copied.toLocaleString('es-ES')}`)
    }
  await longTransaction(db.owner, async (client) => {
    if (!(await isEmpty({ owner: client }))) return
    const copy = copier(client)
    const loadWork = async () => {
      const orders = openOrderBook(world)
      await copyNetwork(copy, world)
      await copy('event', eventColumns, eventRows(world, makeEvents(world), orders, proofs))
      await addUnsubscriptions(client)
      await copyLines(copy, world, orders, proofs)
    }
    // Operators and people last: until then the database counts as empty, and sign-ins do not wait for their tables.
    const loadPeople = async () => {
      await lockEmpty(client)
      await stripped(client, peopleTables, () => copyPeople(copy, world, contractors))
    }
    await stripped(client, workTables, loadWork, loadPeople)
    progress('índices y referencias')
    await client.query(claims)
    await darken(transactionSql(client), proofs.cases.dark)
    await moveSequences(client)
    if (options.size === 'small' && options.store) await addEvidence(client, options.store)
    await addRights(client, world.now)
    await addAccounts(client)
    await addInvitations(client)
    await addEnrollments(client)
    if (options.size === 'small' && options.store) await addProofs(client, options.store)
    await addAgenda(client)
    await addVisits(client)
    await addLineHistory(client)
    await addHairChanges(client)
    await addHistory(client)
    const bulkJobs = await addQueriesAndReports(client, world.now)
    // Before the interventions are visible: after a crash the jobs find nothing to do.
    await addJobs(db.jobs, [...proofs.jobs, ...proofs.cases.jobs, ...bulkJobs])
  })
  options.log.info(`Datos de demostración cargados en ${seconds()}.`)
}
