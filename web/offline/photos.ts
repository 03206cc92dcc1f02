/**
 * Recent photos of the pack's CTOs: one or two thumbnails each, fetched after the records and one at a time, so that
 * they delay nothing and progress is kept. Stored and deleted with the pack.
 */
import { send } from '../api/call.ts'
import { CallProblem } from '../api/problem.ts'
import { onNetwork, online } from '../api/reachability.ts'
import { session } from '../api/session.ts'
import { store } from '../native/store.ts'
import { pack, type PackBox } from './pack.ts'

export type BoxPhoto = NonNullable<PackBox['photos']>[number]

const path = 'admin_vno/ctos/photo'
const lock = 'hilo-photos'
const patienceMs = 30_000
const gatherMs = 1500

const mine = () => `${session.get().info.user.id}/photo/`
const fetched = async (cto_id: number, file_id: number, signal?: AbortSignal) =>
  (await send(path, { cto_id, file_id }, signal && { signal })).blob()

/** A CTO's photo: from the device, else from the server. @throws {CallProblem} */
export async function readPhoto(box: number, { file_id }: BoxPhoto): Promise<Blob> {
  const kept = await store.get('pack', mine() + file_id).catch(() => undefined)
  return isKept(kept) ? kept.blob : fetched(box, file_id)
}

interface StoredPhoto {
  user_id: number
  kind: 'photo'
  blob: Blob
}
const isKept = (value: unknown): value is StoredPhoto => typeof value === 'object' && value !== null && 'blob' in value

/** Fetches missing photos and deletes unused ones; stops at the first failure. */
async function bring(): Promise<void> {
  await pack.ready
  const beginning = mine()
  const wanted = new Map(pack.get().ctos.flatMap(({ id, photos }) => photos?.map((one) => [one.file_id, id]) ?? []))
  const keys = (await store.keys('pack')).filter((key) => key.startsWith(beginning))
  const there = new Set(keys.map((key) => Number(key.slice(beginning.length))))
  const left = [...there].filter((file) => !wanted.has(file))
  await store.change(left.map((file) => ({ store: 'pack', key: beginning + file, value: undefined })))
  for (const [file, box] of wanted) {
    if (there.has(file)) continue
    try {
      const blob = await fetched(box, file, AbortSignal.timeout(patienceMs))
      // The user signed out meanwhile: store nothing.
      if (mine() !== beginning) return
      const kept: StoredPhoto = { user_id: session.get().info.user.id, kind: 'photo', blob }
      await store.put('pack', beginning + file, kept)
    } catch (error) {
      // Replaced by a newer photo, which the next pull lists.
      if (!(error instanceof CallProblem) || error.code !== 'NOT_FOUND') throw error
    }
  }
}

/** Only one tab fetches. */
const bringAlone = () =>
  navigator.locks.request(lock, { ifAvailable: true }, async (held) => {
    if (held !== null && online() && session.isSignedIn()) await bring().catch(() => undefined)
  })

async function clear(beginning: string): Promise<void> {
  const keys = (await store.keys('pack').catch(() => [])).filter((key) => key.startsWith(beginning))
  await store.change(keys.map((key) => ({ store: 'pack', key, value: undefined }))).catch(() => undefined)
}

/** Keeps the photos of the pack's CTOs up to date. Returns the stop function. */
export function followPhotos(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const beginning = mine()
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void bringAlone(), gatherMs)
  }
  let known = pack.get().ctos
  const ends = [
    pack.subscribe(() => {
      if (pack.get().ctos === known) return
      known = pack.get().ctos
      soon()
    }),
    onNetwork(soon),
    session.onEnd((ending) => void (ending === 'closed' && clear(beginning))),
  ]
  soon()
  return () => {
    for (const end of ends) end()
    clearTimeout(timer)
  }
}
