/**
 * How the boxes of the pack looked: a small picture or two of each, fetched after the records, one at a time, so that they
 * delay nothing and what has come stays. They lie with the pack and leave the device with it.
 */
import { send } from '../api/call.ts'
import { CallProblem } from '../api/problem.ts'
import { onNetwork, online } from '../api/reach.ts'
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

/** A photo of a box: the kept one, else the server's. @throws {CallProblem} */
export async function readPhoto(box: number, { file_id }: BoxPhoto): Promise<Blob> {
  const kept = await store.get('pack', mine() + file_id).catch(() => undefined)
  return isKept(kept) ? kept.blob : fetched(box, file_id)
}

interface Kept {
  user_id: number
  kind: 'photo'
  blob: Blob
}
const isKept = (value: unknown): value is Kept => typeof value === 'object' && value !== null && 'blob' in value

/** Fetches what is missing and lets go of what no box of the pack shows any more; ends at the first that cannot be had now. */
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
      // Whoever has left meanwhile leaves nothing behind.
      if (mine() !== beginning) return
      const kept: Kept = { user_id: session.get().info.user.id, kind: 'photo', blob }
      await store.put('pack', beginning + file, kept)
    } catch (error) {
      // A newer one has taken its place: the next pull tells which.
      if (!(error instanceof CallProblem) || error.code !== 'NOT_FOUND') throw error
    }
  }
}

/** One tab fetches for all of them. */
const bringAlone = () =>
  navigator.locks.request(lock, { ifAvailable: true }, async (held) => {
    if (held !== null && online() && session.isSignedIn()) await bring().catch(() => undefined)
  })

async function clear(beginning: string): Promise<void> {
  const keys = (await store.keys('pack').catch(() => [])).filter((key) => key.startsWith(beginning))
  await store.change(keys.map((key) => ({ store: 'pack', key, value: undefined }))).catch(() => undefined)
}

/** Keeps the photos of the pack's boxes from now on. Gives what ends it. */
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
