import { accountTypes } from '@hilo/domain/account.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { empty, id, nameRef, time } from '../wire.ts'

const text = z.nullable(z.string())
const moment = z.nullable(time)
/** Exported as stored: a position, a device, a user setting. */
const anyObject = z.nullable(z.looseObject({}))

const person = z.strictObject({
  id,
  name: z.string(),
  email: text,
  tax_id: text,
  phone: text,
  locale: z.string(),
  picture: z.nullable(id),
  has_password: z.boolean(),
  last_login_at: moment,
  created_at: time,
  updated_at: time,
})
const account = z.strictObject({
  type: z.literal(accountTypes),
  id,
  status: z.literal(accountStatus.values),
  /** Claimed at sign-up, until the account is approved. */
  email: text,
  vno: z.nullable(nameRef),
  role: nameRef,
  contractor: z.nullable(nameRef),
  employee_code: text,
  prl_valid_until: text,
  skills: z.array(z.string()),
  zones: z.array(z.string()),
  profile: anyObject,
  suspended_at: moment,
  suspended_reason: text,
  created_at: time,
  updated_at: time,
})
const session = z.strictObject({
  id,
  channel: z.string(),
  install_id: text,
  user_agent: text,
  address: text,
  created_at: time,
  last_seen_at: time,
  expires_at: time,
  revoked_at: moment,
})
const device = z.strictObject({
  id,
  install_id: z.string(),
  platform: z.string(),
  model: text,
  os: text,
  app_version: text,
  last_seen_at: time,
  revoked_at: moment,
  created_at: time,
})
const contact = z.strictObject({
  id,
  subject: z.string(),
  message: z.string(),
  category: z.string(),
  event_id: z.nullable(id),
  diagnostics: text,
  created_at: time,
})
const invitation = z.strictObject({
  id,
  kind: z.string(),
  email: z.string(),
  name: text,
  zones: z.array(z.string()),
  state: z.int(),
  expires_at: time,
  used_at: moment,
  created_at: time,
})
const intervention = z.strictObject({
  id,
  code: z.string(),
  work_kind: text,
  started_at: moment,
  finished_at: moment,
  position_start: anyObject,
  position_end: anyObject,
  device: anyObject,
  created_at: time,
})
const picture = z.strictObject({
  id,
  file_id: id,
  event_id: z.nullable(id),
  step: text,
  taken_at: moment,
  exif_taken_at: text,
  position: anyObject,
  install_id: text,
  received_at: time,
})
const activity = z.strictObject({
  at: time,
  call: z.string(),
  entity: text,
  entity_id: text,
  channel: text,
  device: text,
  address: text,
})

const ownData = z.strictObject({
  person,
  accounts: z.array(account),
  identities: z.array(z.strictObject({ issuer: z.string(), subject: z.string() })),
  sessions: z.array(session),
  devices: z.array(device),
  agreements: z.array(
    z.strictObject({ kind: z.string(), version: z.int(), title: z.string(), accepted_at: time, address: text }),
  ),
  lists: z.array(z.strictObject({ list: z.string(), config: z.looseObject({}), updated_at: time })),
  contact_requests: z.array(contact),
  invitations: z.array(invitation),
  /** `body` is null for messages that carry a credential. */
  messages: z.array(
    z.strictObject({
      recipient: z.string(),
      kind: z.string(),
      subject: z.string(),
      body: text,
      sent_at: moment,
      created_at: time,
    }),
  ),
  /** Without key material; for recovery codes, the number left. */
  passkeys: z.array(
    z.strictObject({ id, name: z.string(), synced: z.boolean(), last_used_at: moment, created_at: time }),
  ),
  recovery_codes: z.int(),
  notices: z.array(z.strictObject({ kind: z.string(), event_id: z.nullable(id), at: time })),
  interventions: z.array(intervention),
  notes: z.array(z.strictObject({ id, event_id: id, text: z.string(), created_at: time })),
  pictures: z.array(picture),
  /** What the user changed and when; not the content, which also concerns others. */
  activity: z.array(activity),
})

export const exportCall = {
  'account/export': call({
    summary: 'Todos los datos que se guardan de la propia persona',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    allowedWhilePending: true,
    extension: true,
    input: empty,
    output: z.strictObject({ record: ownData }),
  }),
}
