/** A picture just taken. `camera` is true only where the device could not have given an older one. */
export interface Shot {
  blob: Blob
  camera: boolean
}

const device = import.meta.env.VITE_NATIVE === '1' ? () => import('./capacitor/camera.ts') : null

/**
 * Opens the device's camera, never its album; null when the person turned back. The web has its own way: a file field
 * with `capture`.
 */
export const nativeCamera: (() => Promise<Shot | null>) | null = device ? async () => (await device()).take() : null
