/** Scheduled reports: to own people only, with own figures, once per period. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReportSchedule } from '@hilo/contract/reports/report-schedules.ts'
import { defaultPrivileges } from '@hilo/domain/default-privileges.ts'
import { buffer, text as bodyText } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import { readConfig } from '../../config.ts'
import type { FileKey } from '../../files/store.ts'
import { silentLog } from '../../log.ts'
import { mailTasks } from '../../mail/send.ts'
import { codeOf, columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, type Account } from '../../test/factories.ts'
import { pdfText } from '../../test/pdf-text.ts'
import { startTestServer } from '../../test/harness.ts'
import { runTask } from '../../test/run-task.ts'
import { makeEvent } from '../../test/plant-factories.ts'

const path = 'admin_vno/reports/schedule'
const list = 'admin_vno/reports/schedules/get'
const asked = { name: 'Cada mañana', period: 'day', hour: 7, format: 'csv' }

describe('scheduled reports', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db, { contact: { noc_email: 'NOC@propia.test' } })
  const admin = await makeAdmin(server.db, { vno, privileges: { ...defaultPrivileges('admin') } })

  const as = async (account: Account, query: object) =>
    server.call(path, query, { session: await makeSession(server.db, account) })
  const made = async (query: object = {}, account = admin) =>
    (await server.done(path, { ...asked, ...query }, await makeSession(server.db, account))).record
  const read = async (id: number, account = admin) =>
    (await server.done(list, { id }, await makeSession(server.db, account))).records[0]
  const without = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
  /** Runs the job of a schedule as if it were due. */
  const run = ({ id, next_at }: ReportSchedule) => runTask(server, 'process.report', { schedule_id: id, due: next_at })
  const query = async <T>(text: string, id: unknown) => (await server.db.owner.query(text, [id])).rows as T[]
  const mails = (id: number) =>
    query<{ id: number; recipient: string }>(
      'select m.id, m.recipient from mail m join report_schedule s on s.last_file_id = m.file_id where s.id = $1 order by 2',
      id,
    )
  const bytesOf = async (fileId: number | null | undefined) => {
    const text = 'select key, vno_id from file where id = $1'
    const rows = await query<{ key: FileKey; vno_id: number }>(text, fileId)
    assert.ok(rows[0])
    assert.equal(rows[0].vno_id, vno.id)
    return await buffer(await server.store.open(rows[0].key))
  }

  it('is created, edited and deleted; stale or invalid input is refused', async () => {
    const record = await made({ recipients: [admin.email.toUpperCase(), 'noc@propia.test'] })
    assert.deepEqual([record.version, record.enabled, record.recipients], [1, true, [admin.email, 'noc@propia.test']])
    assert.ok(Date.parse(record.next_at ?? '') > Date.now())
    const changed = await made({ id: record.id, version: 1, period: 'month', enabled: false })
    assert.deepEqual([changed.version, changed.period, changed.next_at], [2, 'month', null])
    assert.equal(codeOf(await as(admin, { id: record.id, version: 1, hour: 3 })), 'VERSION_CONFLICT')
    const wrong = [{ hour: 24 }, { format: 'doc' }, { recipients: ['x'] }].map((over) => ({ ...asked, ...over }))
    for (const query of [{}, ...wrong, { delete: true }])
      assert.equal((await as(admin, query)).status, 422, JSON.stringify(query))
    assert.equal((await as(admin, { id: record.id, delete: true })).status, 200)
    assert.equal(await read(record.id), undefined)
    assert.equal((await as(admin, { id: record.id, hour: 3 })).status, 404)
  })

  it('S2 another operator’s schedule is like a missing one, and its people like unknown ones', async () => {
    const { id } = await made()
    const stranger = await makeAdmin(server.db, { privileges: defaultPrivileges('admin') })
    const missing = await as(stranger, { id: 2 ** 40, hour: 3 })
    for (const change of [{ hour: 3 }, { delete: true }]) {
      const answer = await as(stranger, { id, ...change })
      assert.deepEqual([answer.status, without(answer.text)], [404, without(missing.text)])
    }
    assert.equal(await read(id, stranger), undefined)
    const refused = async (address: string) => {
      const { status, text } = await as(admin, { ...asked, recipients: [address] })
      return [status, without(text)]
    }
    assert.deepEqual(await refused(stranger.email), await refused('nadie@prueba.test'))
    assert.equal((await refused(stranger.email))[0], 422)
  })

  it('S7 a suspended operator’s schedule pauses, and resumes afterwards', async () => {
    const schedule = await made({ recipients: [admin.email] })
    const status = 'update vno set status = $2 where id = $1'
    await server.db.owner.query(status, [vno.id, 4])
    await run(schedule)
    await server.db.owner.query(status, [vno.id, 1])
    const rested = await read(schedule.id)
    assert.ok(rested && Date.parse(rested.next_at ?? '') > Date.now())
    assert.deepEqual([rested.last_at, await mails(schedule.id)], [null, []])
    await run(rested)
    assert.equal((await mails(schedule.id)).length, 1)
  })

  it('each act needs its privilege, and a technician has none', async () => {
    const { id } = await made()
    const only = (privs: object) => makeAdmin(server.db, { vno, privileges: { dashboardReports: { privs } } })
    const creator = await only({ dashboardReports_create: true })
    const remover = await only({ dashboardReports_delete: true })
    assert.equal((await as(creator, { id, delete: true })).status, 403)
    assert.equal((await as(remover, asked)).status, 403)
    assert.equal((await as(remover, { id, delete: true })).status, 200)
    const technician = await makeTechnician(server.db, { vno, privileges: defaultPrivileges('admin') })
    assert.equal((await as(technician, asked)).status, 403)
  })

  it('S3 runs once, with its operator’s figures, for current people only', async () => {
    const yesterday = new Date(Date.now() - 26 * 3_600_000)
    for (const operator of [vno, await makeVno(server.db), await makeVno(server.db)])
      await makeEvent(server.db, { vno: operator, process_state: 5, created_at: yesterday })
    const leaver = await makeAdmin(server.db, { vno })
    const record = await made({ period: 'month', recipients: [admin.email, leaver.email, 'noc@propia.test'] })
    await server.db.owner.query('update vno_admin_account set status = 3 where id = $1', [leaver.id])
    await Promise.all([run(record), run(record)])
    await run(record)
    assert.deepEqual(columnOf(await mails(record.id), 'recipient'), [admin.email, 'noc@propia.test'].toSorted())
    const after = await read(record.id)
    assert.ok(after?.last_at && Date.parse(after.next_at ?? '') >= Date.parse(record.next_at ?? ''))
    const head = /^\uFEFF"Cifras"\r\n"Cifra","Valor","Periodo anterior","Unidad"\r\n"Intervenciones",[01],/
    assert.match((await bytesOf(after.last_file_id)).toString(), head)
  })

  it('without recipients it is a notice with its file; every format has the right type', async () => {
    for (const [format, head] of [
      ['pdf', '%PDF-'],
      ['xlsx', 'PK'],
    ] as const) {
      const record = await made({ format, period: 'week', name: 'Informe de Łukasz' })
      await run(record)
      const after = await read(record.id)
      const bytes = await bytesOf(after?.last_file_id)
      assert.ok(bytes.toString('latin1').startsWith(head))
      if (format === 'pdf') assert.match(pdfText(bytes), /Informe de Łukasz/)
      assert.deepEqual(await mails(record.id), [])
      const session = await makeSession(server.db, admin)
      const newest = { filter: { kind: 'report_ready' }, limit: 1 }
      const { records } = await server.done('admin_vno/notifications/get', newest, session)
      assert.deepEqual(records[0]?.link, { entity: 'file', id: after?.last_file_id })
      const file = await server.call('files/download', { file_id: after?.last_file_id }, { session })
      assert.equal(file.status, 200)
    }
  })

  it('contains the indicators of the whole past days, if selected', async () => {
    const record = await made({ report: 'indicators', period: 'week', name: 'Calidad de la semana' })
    assert.equal(record.report, 'indicators')
    assert.equal((await made({ id: record.id, period: 'week', hour: 9 })).report, 'indicators')
    await run((await read(record.id)) ?? record)
    const text = 'select f.name from report_schedule s join file f on f.id = s.last_file_id where s.id = $1'
    const rows = await query<{ name: string }>(text, record.id)
    const days = /^indicadores-(\d{4}-\d\d-\d\d)-(\d{4}-\d\d-\d\d)\.csv$/.exec(rows[0]?.name ?? '')
    const [from, to] = [days?.[1] ?? '', days?.[2] ?? ''].map((day) => new Date(`${day}T00:00:00Z`))
    assert.deepEqual([from?.getUTCDay(), (Number(to) - Number(from)) / 86_400_000], [1, 6], rows[0]?.name)
  })

  it('one that rests, or was moved, does not come at its old time', async () => {
    const record = await made()
    await made({ id: record.id, enabled: false })
    await run(record)
    assert.equal((await read(record.id))?.last_at, null)
  })

  it('the neutral operator has its own, and sees the others’ read-only', async () => {
    const operator = await makeOperator(server.db)
    const { id } = await made()
    assert.equal((await read(id, operator))?.vno?.id, vno.id)
    assert.equal((await as(operator, { id, hour: 1 })).status, 404)
    const own = await made({ recipients: [operator.email] }, operator)
    assert.equal(own.vno_id, null)
    await run(own)
    assert.equal((await mails(own.id)).length, 1)
  })

  it('the file goes along with the message', async () => {
    const received: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        void bodyText(stream).then((body) => {
          received.push(body)
          done()
        })
      },
    })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    try {
      const record = await made({ format: 'pdf', recipients: [admin.email] })
      await run(record)
      const SMTP_URL = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
      const parts = { db: server.db, log: silentLog, store: server.store, config: readConfig({ SMTP_URL }) }
      const [message] = await mails(record.id)
      await mailTasks(parts)['mail.send']?.({ mail_id: message?.id }, undefined as never)
      assert.match(received[0] ?? '', /Content-Type: application\/pdf; name=informe-diario-\d{4}-\d\d-\d\d\.pdf/)
    } finally {
      await new Promise<void>((resolve) => smtp.close(resolve))
    }
  })
})
