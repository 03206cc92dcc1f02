import type { Input } from '@hilo/contract/index.ts'
import { ownWords } from '@hilo/domain/password.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { randomToken, sha256 } from '../../auth/attempts.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { checkNewPassword } from '../../auth/signup.ts'
import { senderOf } from '../../files/decode-turns.ts'
import { attachFile } from '../../files/keep.ts'
import { keepPicture, type Drawn } from '../../files/picture-part.ts'
import { assertQuota } from '../../files/quota.ts'
import { Json, type UploadHandler, type WriteContext } from '../../http/handler.ts'
import type { Principal } from '../../http/principal.ts'
import { mail } from '../../mail/mail.ts'
import { checkCurrent, proofOf, wrongField, type Proof } from './current-password.ts'
import {
  askForAddress,
  confirmedAddress,
  enteredCode,
  keepAddress,
  newCode,
  tellFormer,
  type EnteredCode,
  type NewCode,
} from './email-change.ts'
import { lockPerson, personRecord, renewSession, endOthers, updatePerson } from './queries.ts'

type Asked = Input<'account/edit'>
type Context = Parameters<UploadHandler<'account/edit'>>[0]
/** What was judged, drawn and hashed before the transaction. */
interface Ready {
  proof: Proof
  picture: Drawn | null
  passwordHash: string | null
  /** Another address, with the code that is sent to it. */
  wanted: { email: string; code: NewCode } | null
  /** The code of an address that was asked for before. */
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

async function prepare(context: Context, asked: Asked): Promise<Ready> {
  const { principal, sql, config, files } = context
  if (files.profile_picture && asked.profile_picture === null) throw wrongField('profile_picture', 'value')
  const proof = await proofOf(sql, principal.user.id, principal.session_id)
  const email = asked.email === undefined || asked.email === principal.user.email ? null : asked.email
  if (asked.email !== undefined && asked.email_code !== undefined) throw wrongField('email_code', 'value')
  // Whoever signs in elsewhere has no password here to be changed.
  if (asked.pwd !== undefined && config.issuer) throw wrongField('pwd', 'value')
  const asksProof = asked.pwd !== undefined || (email !== null && proof.hash !== null)
  if (asksProof) await checkCurrent(sql, proof, { field: 'current_pwd', given: asked.current_pwd })
  else if (email !== null && !proof.fresh) throw wrongField('current_pwd', 'required')
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

/** The person as the change was prepared for. @throws Problem VERSION_CONFLICT */
async function locked(
  { sql, principal }: WriteContext,
  version: number | undefined,
  { proof }: Ready,
): Promise<Locked> {
  // A person's row is emptied when he leaves, never deleted.
  const [person] = (await sql.rows<Locked>(lockPerson, [principal.user.id])) as [Locked]
  if ((version !== undefined && version !== person.version) || person.hash !== proof.hash)
    throw new Problem('VERSION_CONFLICT', { record: person.record })
  return person
}

async function pictureId(context: WriteContext, store: Context['store'], picture: Drawn): Promise<number> {
  const { sql, principal } = context
  const owner = { vnoId: principal.vno?.id ?? null, eventId: null, createdBy: principal.user.id }
  return await attachFile(sql, store, { ...owner, name: 'imagen-de-perfil.webp', ...picture })
}

/** Every session but this one ends, and this one goes on under another token. */
async function renew({ sql, principal, setSession }: WriteContext, address: string | null): Promise<void> {
  const { user, vno, session_id: session } = principal
  const token = randomToken()
  await sql.rows(endOthers, [user.id, session])
  await sql.rows(renewSession, [session, sha256(token)])
  setSession(token)
  if (address === null) return
  await mail(sql, { vnoId: vno?.id ?? null, to: address, kind: 'password_changed', values: { name: user.name } })
}

/** What becomes of the address: asked for, confirmed, or left as it is. Answers the one that is the person's from now on. */
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
  const changes: [string, unknown][] = [
    ['name', asked.name],
    ['tax_id', asked.tax_id],
    ['phone', asked.phone],
    ['email', email],
    ['password_hash', passwordHash ?? undefined],
    ['picture_file_id', picture ? await pictureId(context, store, picture) : asked.profile_picture],
  ]
  const given = changes.filter(([, value]) => value !== undefined)
  const values = [principal.user.id, ...given.map(([, value]) => value)]
  await sql.rows(updatePerson(given.map(([column]) => column)), values).catch((error: unknown) => {
    // Told to nobody but who has just proved that he reads the mail of that address.
    const taken = error instanceof Error && 'constraint' in error && error.constraint === 'app_user_email_key'
    throw taken ? new Problem('ALREADY_EXISTS') : error
  })
  if (email !== undefined) await tellFormer(context, before.email, email)
  if (passwordHash !== null) await renew(context, email ?? before.email)
  // Which, never what: the trace outlives the person's data.
  audit({ entity: 'app_user', entityId: principal.user.id, after: { changed: given.map(([column]) => column) } })
  return new Json(`{"record":${await sql.json(personRecord, [principal.user.id])}}`)
}

export const edit = (async (context, asked) => {
  const ready = await prepare(context, asked)
  return (writing) => write(writing, asked, ready, context.store)
}) satisfies UploadHandler<'account/edit'>
