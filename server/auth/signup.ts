import { accountAfter } from '@hilo/domain/account.ts'
import { ownWords, passwordFault } from '@hilo/domain/password.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import type pg from 'pg'
import { retrying, transactionSql } from '../kernel/sql/scope.ts'
import { mail } from '../mail/mail.ts'
import { writeNotice } from '../process/notices/notify.ts'
import { sha256 } from './attempts.ts'
import { acceptToken, insertAccount, insertPerson, noteAccount, systemRole, type Newcomer } from './invitation.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import {
  addressSubject,
  limited,
  placeSubject,
  signupsByAddress,
  signupsByPerson,
  signupsByPlace,
} from './rate-limit.ts'
import { useConfirmation, type Confirmed } from './signup-request.ts'
import { withoutSession, openSession, type NewSession } from './sessions.ts'
import type { Visitor } from './visitor.ts'

interface SignUp {
  name: string
  email: string
  taxId: string | null
  phone: string | null
  password: string
  /** Token of an invitation, of a confirmation link, or a printed code. */
  token: string
  /** Idempotency key: a repeated request is the same sign-up. */
  clientRequestId: string | undefined
}

const waiting = accountAfter(accountStatus.is.created, 'submit') ?? accountStatus.is.created

/** @throws Problem VALIDATION naming the fault of a new password; `words`: guessable words about its owner */
export function checkNewPassword(password: string, words: readonly string[]): void {
  const fault = passwordFault(password, words)
  if (fault === null) return
  const details = [{ field: 'pwd', code: fault, message: `validation.password_${fault}` }]
  throw new Problem('VALIDATION', { details })
}

/** An account awaiting approval, of a person whose address the link has proved. */
async function openWaiting(
  client: pg.PoolClient,
  newcomer: Newcomer,
  { vno_id: vnoId, vno_name: vno, account_type: type }: Confirmed,
  visitor: Visitor,
): Promise<number> {
  const table = type === 'te' ? 'technical_account' : 'vno_admin_account'
  const userId = await insertPerson(client, newcomer)
  const role_id = await systemRole(client, type === 'te' ? 'technician' : 'vno')
  const id = await insertAccount(client, table, { user_id: userId, vno_id: vnoId, role_id, status: waiting })
  await noteAccount(client, { table, id, userId, vnoId, status: waiting }, visitor, { by: 'vno_code' })
  const sql = transactionSql(client)
  const { name, email } = newcomer
  await mail(sql, { vnoId, to: email, kind: 'signup_waiting', values: { name, vno } })
  const payload = { account_id: id, account_type: type, name }
  await writeNotice(sql, { vnoId, technicalId: null, kind: 'account_waiting', eventId: null, caseId: null, payload })
  return userId
}

const keepRequest = `insert into idempotency (principal, client_request_id, call, content_hash)
  values ('signup', $1, 'account/signup', $2) on conflict do nothing returning 1`
const firstRequest = `select i.content_hash, u.id, u.password_hash from idempotency i left join app_user u on u.id = i.body::bigint
  where i.principal = 'signup' and i.client_request_id = $1`

/**
 * The person made by the same request before; null if it is new. A repetition must have the same password.
 * @throws Problem REQUEST_ID_REUSED
 */
async function madeBefore(client: pg.PoolClient, asked: SignUp): Promise<number | null> {
  const { clientRequestId: id, password, ...content } = asked
  if (id === undefined) return null
  const hash = sha256(JSON.stringify(content))
  if ((await client.query(keepRequest, [id, hash])).rowCount === 1) return null
  const [first] = (
    await client.query<{ content_hash: Buffer; id: number | null; password_hash: string | null }>(firstRequest, [id])
  ).rows
  const same = first?.content_hash.equals(hash) === true && (await verifyPassword(password, first.password_hash))
  if (!same || first?.id == null) throw new Problem('REQUEST_ID_REUSED')
  return first.id
}

async function newPerson(
  client: pg.PoolClient,
  asked: SignUp,
  passwordHash: string,
  visitor: Visitor,
): Promise<number> {
  const { name, email, taxId, phone, token, clientRequestId } = asked
  const newcomer = { name, email, taxId, phone, passwordHash }
  const confirmed = await useConfirmation(client, token, email)
  const made = confirmed
    ? await openWaiting(client, newcomer, confirmed, visitor)
    : await acceptToken(client, { token, newcomer }, visitor)
  if (clientRequestId !== undefined) {
    const text = `update idempotency set status = 200, body = $2 where principal = 'signup' and client_request_id = $1`
    await client.query(text, [clientRequestId, String(made)])
  }
  return made
}

/**
 * Creates a person with account and first session, in one transaction.
 * @throws Problem RATE_LIMITED, VALIDATION, INVITATION_EXPIRED, INVITATION_USED, ALREADY_EXISTS, REQUEST_ID_REUSED,
 * UNAVAILABLE
 */
export async function signUp(
  pool: pg.Pool,
  asked: SignUp,
  visitor: Visitor,
  previousToken: string | null,
): Promise<NewSession> {
  const { name, email, password, token } = asked
  const { address } = visitor
  await limited(
    pool,
    [signupsByPlace, placeSubject(email, address)],
    [signupsByAddress, addressSubject(address)],
    [signupsByPerson, token],
  )
  checkNewPassword(password, ownWords(name, email))
  const passwordHash = await hashPassword(password)
  return await retrying(() =>
    withoutSession(pool, async (client) => {
      const userId = (await madeBefore(client, asked)) ?? (await newPerson(client, asked, passwordHash, visitor))
      return await openSession(client, userId, visitor, { previousToken, idToken: null, call: 'account/signup' })
    }),
  )
}
