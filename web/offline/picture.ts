/** Processes camera pictures, in a worker where the browser supports it. */
import { isBlurred, isDark } from '@hilo/domain/picture.ts'
import { WorkerFault, workerClient, WorkerFailed } from '../native/worker-client.ts'
import { serverNow } from '../api/clock.ts'
import { originOf } from './picture-origin.ts'
import type { pictureFaults, Worked } from './picture-work.ts'
import workerUrl from './picture-worker.ts?worker&url'

export type PictureFault = (typeof pictureFaults)[number]
/** Quality doubts shown before sending. */
export type Doubt = 'blurred' | 'dark'

/** A picture as stored and sent. */
export interface TakenPicture {
  blob: Blob
  sha256: string
  /** False if the picture is demonstrably older than the camera's opening. */
  camera: boolean
  /** Server time. */
  taken_at: string
  doubt: Doubt | null
}

/** A file from the camera, or from the file chooser. */
export interface Shot {
  file: Blob
  /** When the camera was opened, by the device's clock; null if unknown. */
  opened: number | null
  /** Reported by the native application, where it can tell. */
  camera?: boolean
}

const ask = workerClient<Blob, Worked>(workerUrl)
const ableThread = typeof Worker === 'function' && typeof OffscreenCanvas === 'function'

const here = () => import('./picture-work.ts')

/** Loads the picture code before coverage may be lost. */
export async function preparePictures(): Promise<void> {
  await Promise.allSettled([here(), fetch(workerUrl)])
}

async function work(file: Blob): Promise<Worked> {
  if (!ableThread) return (await here()).workOn(file)
  return ask(file).catch(async (error: unknown) => {
    if (!(error instanceof WorkerFailed)) throw error
    return (await here()).workOn(file)
  })
}

/** @throws {WorkerFault} one of `pictureFaults` */
export async function takePicture(shot: Shot): Promise<TakenPicture> {
  const [now, told] = [Date.now(), serverNow()]
  const { blob, sha256, exifAt, ...look } = await work(shot.file)
  const lastModified = shot.file instanceof File ? shot.file.lastModified : null
  const origin = originOf({ lastModified, exifAt }, shot.opened, now)
  const camera = shot.camera ?? origin.camera
  return {
    blob,
    sha256,
    camera,
    taken_at: new Date(camera ? told : told - (now - origin.at)).toISOString(),
    // A dark picture has no edges, so it would also count as blurred.
    doubt: isDark(look) ? 'dark' : isBlurred(look) ? 'blurred' : null,
  }
}

/** The picture fault of an error; null for any other error. */
export const faultOf = (error: unknown): PictureFault | null =>
  error instanceof WorkerFault ? (error.fault as PictureFault) : null
