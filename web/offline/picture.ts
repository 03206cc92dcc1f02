/** A picture as it is kept and sent. */
export interface TakenPicture {
  blob: Blob
  sha256: string
}

/** Long edge, pixels; and what a JPEG of it is encoded with. */
const longEdge = 2048
const quality = 0.82
/** The server takes no more, bytes. */
const most = 10 << 20

async function shrink(file: Blob): Promise<Blob> {
  // Decoding, scaling and encoding all happen off the main thread.
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, longEdge / Math.max(whole.width, whole.height))
  const [width, height] = [Math.max(1, Math.round(whole.width * scale)), Math.max(1, Math.round(whole.height * scale))]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(whole, 0, 0, width, height)
  whole.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

export async function sha256(blob: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** @throws {Error} when the file is no picture that this device can read */
export async function takePicture(file: Blob): Promise<TakenPicture> {
  const small = await shrink(file)
  // A second encoding may be larger than the camera's own.
  const kept = /^image\/(?:jpeg|webp)$/.test(file.type) && file.size < small.size ? file : small
  if (kept.size > most) throw new Error('too large')
  return { blob: kept, sha256: await sha256(kept) }
}
