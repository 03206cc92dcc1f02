/** Stored form of operations: picture bytes are stored once, apart, and referenced by key. */
import type { Change } from '../native/device-types.ts'
import { text } from '../ui/text.ts'
import { deviceStore } from './device-store.ts'
import type { Operation } from './operation.ts'
import * as rules from './operation.ts'

/** Reference to a key of the store `blobs`. */
interface Reference {
  blob: string
}
export type Stored = Omit<Operation, 'files'> & { files: Readonly<Record<string, Blob | Reference>> }

export const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && 'client_request_id' in value && 'group' in value
const keyOf = (value: unknown): string | null => (isStored(value) ? value.client_request_id : null)

/** Bytes by key, so that each is read once. */
const bytes = new Map<string, Blob>()

/** Content-addressed key of a picture: the same one in two operations is stored once. */
const nameOf = ({ user_id, client_request_id, query }: Omit<Operation, 'files'>, name: string) =>
  `${user_id}/${typeof query['sha256'] === 'string' ? query['sha256'] : `${client_request_id}/${name}`}`
const namesOf = (one: Operation) => Object.keys(one.files).map((name) => nameOf(one, name))
export const blobsOf = ({ files }: Stored): string[] =>
  Object.values(files).flatMap((file) => (file instanceof Blob ? [] : [file.blob]))

/** Store changes that save an operation, and its bytes if not stored yet. */
export function changesToSave(one: Operation): Change[] {
  const files: Record<string, Reference> = {}
  const changes: Change[] = []
  for (const [name, blob] of Object.entries(one.files)) {
    const key = nameOf(one, name)
    files[name] = { blob: key }
    if (!bytes.has(key)) changes.push({ store: 'blobs', key, value: blob })
    bytes.set(key, blob)
  }
  return [{ store: 'operations', key: one.client_request_id, value: { ...one, files } satisfies Stored }, ...changes]
}

/** Store changes that delete operations, and the bytes that no other operation references. */
export function changesToDelete(gone: readonly Operation[], operations: readonly Operation[]): Change[] {
  const ids = new Set(gone.map((one) => one.client_request_id))
  const left = new Set(operations.filter((one) => !ids.has(one.client_request_id)).flatMap(namesOf))
  const unused = [...new Set(gone.flatMap(namesOf))].filter((key) => !left.has(key))
  for (const key of unused) bytes.delete(key)
  return [
    ...gone.map(({ client_request_id: key }): Change => ({ store: 'operations', key, value: undefined })),
    ...unused.map((key): Change => ({ store: 'blobs', key, value: undefined })),
  ]
}

async function fileOf(file: Blob | Reference): Promise<Blob | null> {
  if (file instanceof Blob) return file
  const known = bytes.get(file.blob) ?? (await deviceStore.get('blobs', file.blob))
  if (!(known instanceof Blob)) return null
  bytes.set(file.blob, known)
  return known
}

/** An operation whose picture is missing from the device cannot be sent any more. */
const lost = (one: Operation): Operation =>
  one.state === 'sent'
    ? one
    : rules.rejected(one, {
        code: 'EVIDENCE_MISSING',
        text: text('tech.pending.picture_lost'),
        details: [{ field: 'picture', code: 'lost', message: text('tech.pending.picture_lost') }],
      })

async function whole(stored: Stored): Promise<Operation> {
  const files: Record<string, Blob> = {}
  let all = true
  for (const [name, file] of Object.entries(stored.files)) {
    const blob = await fileOf(file)
    if (blob === null) all = false
    else files[name] = blob
  }
  const one: Operation = { ...stored, files }
  return all ? one : lost(one)
}

/** Every operation on the device, of any user. */
export const allOperations = async (): Promise<Stored[]> =>
  (await deviceStore.all('operations', keyOf)).filter(isStored)

/** One user's operations. */
export async function operationsOf(user: number): Promise<Operation[]> {
  const stored = await allOperations()
  return Promise.all(stored.filter(({ user_id }) => user_id === user).map(whole))
}
