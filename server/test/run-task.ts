/** Jobs of the process, run as the worker runs them. */
import { askInProcess, inProcess } from '../kernel/sql/in-process.ts'
import { silentLog } from '../log.ts'
import { processTasks } from '../process/index.ts'
import { writeNotice, type Notice } from '../process/notices/notify.ts'
import type { TestServer } from './harness.ts'

export async function runTask(
  server: TestServer,
  task: string,
  payload: object,
  config = server.config,
): Promise<void> {
  const { db, plant, reader, store } = server
  await processTasks({ db, plant, reader, config, log: silentLog }, store)[task]?.(payload, undefined as never)
}

/** Writes a notice as the process does, and returns its id. */
export async function writtenNotice({ db }: Pick<TestServer, 'db'>, notice: Notice): Promise<number> {
  await inProcess(db, (sql) => writeNotice(sql, notice))
  return Number(await askInProcess(db, 'select max(id)::text from notification', []))
}
