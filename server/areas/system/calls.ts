import type pg from 'pg'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { reachOf } from '../../kernel/list/viewer.ts'
import { Json, type PublicHandler, type ReadHandler } from '../../kernel/handler.ts'
import { contact } from './contact.ts'
import { mailList } from './list.ts'
import { agreementsInForce, features, ownRequests, receivedRequests, releaseOf } from './queries.ts'

const serverTime = () => new Date().toISOString()

async function ask(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<unknown> {
  const { rows } = await pool.query<{ answer: string }>(text, [...values])
  return JSON.parse(rows[0]?.answer ?? 'null')
}

const isValid: PublicHandler<'version/is_valid'> = async ({ db }, { platform, version }) =>
  (await ask(db.app, releaseOf, [platform, version])) as never

const agreements: PublicHandler<'agreements/get'> = async ({ db, principal }) => {
  // Acceptances are read in the scope of the process, because a public call has no own scope.
  const person = principal?.user.id ?? null
  const records = await inProcess(db, (sql) => sql.rows<{ answer: string }>(agreementsInForce, [person]))
  return { records: JSON.parse(records[0]?.answer ?? '[]') as never, next_cursor: null, server_time: serverTime() }
}

const productFeatures: PublicHandler<'product/features/get'> = async ({ db }) => ({
  records: (await ask(db.app, features, [])) as never,
  next_cursor: null,
  server_time: serverTime(),
})

export const system = {
  'version/is_valid': isValid,
  'agreements/get': agreements,
  'product/features/get': productFeatures,
  'client_contact/send_request': contact,
  'client_contact/get': (async ({ principal, sql }) => {
    const { user, account_type: type } = principal
    const records = await sql.json(ownRequests, [user.id, user.name, type])
    return new Json(`{"records":${records},"next_cursor":null,"server_time":"${serverTime()}"}`)
  }) satisfies ReadHandler<'client_contact/get'>,
  'client_contact/received': (async ({ principal, sql }) => {
    const records = await sql.json(receivedRequests, [reachOf(principal).vnoId])
    return new Json(`{"records":${records},"next_cursor":null,"server_time":"${serverTime()}"}`)
  }) satisfies ReadHandler<'client_contact/received'>,
}
export const systemLists = { 'admin_vno/mail/get': mailList }
