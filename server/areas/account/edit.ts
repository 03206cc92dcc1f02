import { updateStatement } from '../../kernel/sql/update.ts'
import type { Input } from '@hilo/contract/index.ts'
import { ownWords } from '@hilo/domain/password.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { randomToken, sha256 } from '../../auth/attempts.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { checkNewPassword } from '../../auth/signup.ts'
import { senderOf } from '../../files/decode-turns.ts'
import { attachFile } from '../../files/attach.ts'
import { keepPicture, type Drawn } from '../../files/picture-part.ts'
import { assertQuota } from '../../files/quota.ts'
import { assertVersion } from '../../kernel/list/record.ts'
import { Json, type UploadHandler, type WriteContext } from '../../kernel/handler.ts'
import type { Principal } from '../../kernel/principal.ts'
import { mail } from '../../mail/mail.ts'
import { checkCurrent, proofOf, wrongField, type Proof } from './current-password.ts'
import {
  askForAddress,
  confirmedAddress,
  enteredCode,
  keepAddress,
  newCode,
  notifyFormerAddress,
  type EnteredCode,
  type NewCode,
} from './email-change.ts'
import { lockPerson, personRecord, renewSession, endOthers } from './queries.ts'

type Asked = Input<'account/edit'>
type Context = Parameters<UploadHandler<'account/edit'>>[0]
/** Checked, re-encoded and hashed before the transaction. */
interface Ready {
  proof: Proof
  picture: Drawn | null
  passwordHash: string | null
  /** A new address, with the code sent to it. */
  wanted: { email: string; code: NewCode } | null
  /** The code of an address requested before. */
  entered: EnteredCode | null
}

const folder = ({ vno }: Principal) => vno?.id ?? 0

async function drawn({ principal, sql, store, files }: Context): Promise<Drawn | null> {
  const { profile_picture: file } = files
  if (!file) return null
  await assertQuota(sql, principal.vno?.id ?? null, principal.user.id)
  const about = { vnoId: folder(principal), field: 'profile_picture', path: file.path }
  return await keepPicture(store, senderOf(principal), about)
}

/**
 * A new password or address requires the current password; a session of the last 10 minutes needs none, because its
 * person has just signed in (`docs/decisions/0084-account-edit-after-sign-in.md`). A given password is always checked.
 * @throws Problem VALIDATION, RATE_LIMITED
 */
async function checkIdentity(sql: Context['sql'], proof: Proof, currentPassword: string | undefined): Promise<void> {
  if (currentPassword === undefined && proof.fresh) return
  if (currentPassword === undefined) throw wrongField('current_pwd', 'required', 'validation.sign_in_again')
  await checkCurrent(sql, proof, { field: 'current_pwd', given: currentPassword })
}

async function prepare(context: Context, asked: Asked): Promise<Ready> {
  const { principal, sql, config, files } = context
  if (files.profile_picture && asked.profile_picture === null) throw wrongField('profile_picture', 'value')
  const proof = await proofOf(sql, principal.user.id, principal.session_id)
  const email = asked.email === undefined || asked.email === principal.user.email ? null : asked.email
  if (asked.email !== undefined && asked.email_code !== undefined) throw wrongField('email_code', 'value')
  // With a foreign issuer there is no local password to change.
  if (asked.pwd !== undefined && config.issuer) throw wrongField('pwd', 'value')
  if (asked.pwd !== undefined || email !== null) await checkIdentity(sql, proof, asked.current_pwd)
  if (asked.pwd !== undefined)
    checkNewPassword(asked.pwd, [
      ...ownWords(principal.user.name, principal.user.email),
      ...ownWords(asked.name ?? '', email ?? ''),
    ])
  const passwordHash = asked.pwd === undefined ? null : await hashPassword(asked.pwd)
  const wanted = email === null ? null : { email, code: await newCode() }
  const entered = asked.email_code === undefined ? null : await enteredCode(sql, principal.user.id, asked.email_code)
  return { proof, picture: await drawn(context), passwordHash, wanted, entered }
}

interface Locked {
  version: number
  hash: string | null
  email: string | null
  record: unknown
}

/** The person as read before the transaction. @throws Problem VERSION_CONFLICT */
async function locked(
  { sql, principal }: WriteContext,
  version: number | undefined,
  { proof }: Ready,
): Promise<Locked> {
  // The row of a person who left is emptied, never deleted.
  const [person] = (await sql.rows<Locked>(lockPerson, [principal.user.id])) as [Locked]
  await assertVersion(version, person.version, () => person.record)
  if (person.hash !== proof.hash) throw new Problem('VERSION_CONFLICT', { record: person.record })
  return person
}

async function pictureId(context: WriteContext, store: Context['store'], picture: Drawn): Promise<number> {
  const { sql, principal } = context
  const owner = { vnoId: principal.vno?.id ?? null, eventId: null, createdBy: principal.user.id }
  return await attachFile(sql, store, { ...owner, name: 'imagen-de-perfil.webp', ...picture })
}

/** Ends every other session and gives this one a new token. */
async function renew({ sql, principal, setSession }: WriteContext, address: string | null): Promise<void> {
  const { user, vno, session_id: session } = principal
  const token = randomToken()
  await sql.rows(endOthers, [user.id, session])
  await sql.rows(renewSession, [session, sha256(token)])
  setSession(token)
  if (address === null) return
  await mail(sql, { vnoId: vno?.id ?? null, to: address, kind: 'password_changed', values: { name: user.name } })
}

/** Requests, confirms or keeps the address. Returns the address in force. */
async function moveAddress(
  context: WriteContext,
  asked: Asked,
  { wanted, entered }: Ready,
): Promise<string | undefined> {
  if (entered !== null) return await confirmedAddress(context, entered)
  if (wanted !== null) await askForAddress(context, wanted.email, wanted.code)
  else if (asked.email !== undefined) await keepAddress(context)
  return undefined
}

async function write(context: WriteContext, asked: Asked, ready: Ready, store: Context['store']): Promise<Json> {
  const { sql, principal, audit } = context
  const before = await locked(context, asked.version, ready)
  const { passwordHash, picture } = ready
  const email = await moveAddress(context, asked, ready)
  const removed = asked.profile_picture === null ? null : undefined
  const changes: [string, unknown][] = [
    ['name', asked.name],
    ['tax_id', asked.tax_id],
    ['phone', asked.phone],
    ['email', email],
    ['password_hash', passwordHash ?? undefined],
    ['picture_file_id', picture ? await pictureId(context, store, picture) : removed],
  ]
  const present = changes.filter(([, value]) => value !== undefined)
  const values = [principal.user.id, ...present.map(([, value]) => value)]
  const columns = present.map(([column]) => column)
  await sql.rows(updateStatement('app_user', columns), values).catch((error: unknown) => {
    // Disclosed only to a caller who has just proved control of that address.
    const taken = error instanceof Error && 'constraint' in error && error.constraint === 'app_user_email_key'
    throw taken ? new Problem('ALREADY_EXISTS') : error
  })
  if (email !== undefined) await notifyFormerAddress(context, before.email, email)
  if (passwordHash !== null) await renew(context, email ?? before.email)
  // Only the names of the fields: the audit outlives the personal data.
  audit({ entity: 'app_user', entityId: principal.user.id, after: { changed: columns } })
  return new Json(`{"record":${await sql.json(personRecord, [principal.user.id])}}`)
}

export const edit = (async (context, asked) => {
  const ready = await prepare(context, asked)
  return (writing) => write(writing, asked, ready, context.store)
}) satisfies UploadHandler<'account/edit'>
