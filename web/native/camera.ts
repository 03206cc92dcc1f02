import type { Shot } from './device-types.ts'

const device = import.meta.env.VITE_NATIVE === '1' ? () => import('./capacitor/camera.ts') : null

/**
 * Opens the device's camera, never the album; null when the user cancels. The web uses a file input with `capture`
 * instead.
 */
export const nativeCamera: (() => Promise<Shot | null>) | null = device ? async () => (await device()).take() : null
