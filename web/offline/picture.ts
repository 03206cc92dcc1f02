/** Pictures of the camera, off the page's thread where the browser can. */
import { isBlurred, isDark } from '@hilo/domain/picture.ts'
import { Fault, thread, ThreadGone } from '../native/thread.ts'
import { serverNow } from '../api/clock.ts'
import { originOf } from './picture-origin.ts'
import type { pictureFaults, Worked } from './picture-work.ts'
import workerUrl from './picture-worker.ts?worker&url'

export type PictureFault = (typeof pictureFaults)[number]
/** What can be seen wrong in a picture before anybody sends it. */
export type Doubt = 'blurred' | 'dark'

/** A picture as it is kept and sent. */
export interface TakenPicture {
  blob: Blob
  sha256: string
  /** False where it can be told that it is older than the camera's being opened. */
  camera: boolean
  /** By the server's clock. */
  taken_at: string
  doubt: Doubt | null
}

/** A file of the camera, or of whatever the browser offered in its place. */
export interface Shot {
  file: Blob
  /** When the camera was opened, by the device's clock; null where nobody knows. */
  opened: number | null
  /** Said by the device itself, where it can. */
  camera?: boolean
}

const ask = thread<Blob, Worked>(workerUrl)
const ableThread = typeof Worker === 'function' && typeof OffscreenCanvas === 'function'

const here = () => import('./picture-work.ts')

/** Has at hand what a picture needs, before the coverage is gone. */
export async function preparePictures(): Promise<void> {
  await Promise.allSettled([here(), fetch(workerUrl)])
}

async function work(file: Blob): Promise<Worked> {
  if (!ableThread) return (await here()).workOn(file)
  return ask(file).catch(async (error: unknown) => {
    if (!(error instanceof ThreadGone)) throw error
    return (await here()).workOn(file)
  })
}

/** @throws {Fault} one of `pictureFaults` */
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
    // Where there is no light there are no edges either.
    doubt: isDark(look) ? 'dark' : isBlurred(look) ? 'blurred' : null,
  }
}

/** The word for what is wrong with a file; null when it is something else that went wrong. */
export const faultOf = (error: unknown): PictureFault | null =>
  error instanceof Fault ? (error.fault as PictureFault) : null
