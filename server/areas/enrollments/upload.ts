import { eventTimes } from '@hilo/domain/event.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { eventType, origin } from '@hilo/domain/status.ts'
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asProcess } from '../../kernel/sql/in-process.ts'
import type { Sql } from '../../kernel/sql/scope.ts'
import { attachFile, type Kept } from '../../files/attach.ts'
import { assertQuota } from '../../files/quota.ts'
import type { FileStore } from '../../files/store.ts'
import { Json, type ReceivedFile, type UploadHandler } from '../../kernel/handler.ts'
import { readTable } from '../../load/read-table.ts'
import { badTable } from '../../load/table.ts'
import { boxesOf } from '../../process/enrolment/enrollment-file.ts'
import { acceptRequest } from '../../process/enrolment/enrollment-request.ts'
import { isApi, ownerOf } from './create.ts'
import { firstBox } from './enrollment-queries.ts'

type Path = 'admin_vno/enrollments/upload'

/** Codes looked up per query. */
const atOnce = 200

/**
 * The first existing box in the file: the box of its event.
 * @throws Problem VALIDATION if it is no table of enrolments, CTO_NOT_FOUND if no box exists
 */
async function boxOf(sql: Sql, file: ReceivedFile, userId: number, ignore: readonly string[]): Promise<number> {
  const table = await readTable(file, ['csv', 'xlsx', 'zip'], userId)
  let codes: string[] = []
  let rows = 0
  const look = async () => {
    const found = codes.length > 0 ? await sql.json(firstBox, [codes]) : null
    codes = []
    return found === null ? null : Number(found)
  }
  for await (const code of boxesOf(table, ignore)) {
    rows += 1
    codes.push(code)
    if (codes.length < atOnce) continue
    const found = await look()
    if (found !== null) return found
  }
  const found = await look()
  if (found !== null) return found
  throw rows === 0 ? badTable('empty') : new Problem('CTO_NOT_FOUND')
}

/** Copies the file into the store, because the request may be retried with the received file. */
async function keepCopy(store: FileStore, vnoId: number, file: ReceivedFile): Promise<Kept> {
  await mkdir(store.incoming, { recursive: true, mode: 0o700 })
  const path = join(store.incoming, randomUUID())
  try {
    await copyFile(file.path, path)
    return { key: await store.put(vnoId, path, file.sha256), bytes: file.bytes, sha256: file.sha256 }
  } finally {
    await rm(path, { force: true })
  }
}

/** A file of enrolments: stored, then processed by a job. */
export const upload: UploadHandler<Path> = async ({ principal, sql, files, store }, { vno_id, ignore_columns }) => {
  const { file } = files
  const vnoId = (await ownerOf(sql, principal, vno_id)) ?? 0
  await assertQuota(sql, vnoId, principal.user.id)
  const ctoId = await boxOf(sql, file, principal.user.id, ignore_columns ?? [])
  const full = await keepCopy(store, vnoId, file)
  const type = eventType.is.apiEnrollmentUploadfile
  return async (writing) => {
    const { user, account_type: accountType } = principal
    const name = `matriculaciones-${file.sha256.slice(0, 8)}`
    const attachment = { vnoId, eventId: null, name, mime: 'application/octet-stream', full, createdBy: user.id }
    const { id, record } = await asProcess(writing.sql, async () => {
      const fileId = await attachFile(writing.sql, store, attachment)
      return await acceptRequest(writing.sql, {
        type,
        vnoId,
        ctoId,
        portId: null,
        origin: isApi(principal) ? origin.is.api : origin.is.app,
        channel: isApi(principal) ? null : principal.channel,
        payload: null,
        fileId,
        ignoreColumns: ignore_columns ?? null,
        user: { id: user.id, name: user.name },
        accountType,
      })
    })
    writing.audit({
      entity: 'enrollment_request',
      entityId: id,
      after: { type, sha256: file.sha256, bytes: file.bytes },
    })
    return new Json(`{"result_flag":3,"poll_after_ms":${eventTimes.poll},"record":${record}}`)
  }
}
