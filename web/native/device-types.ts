/** Interfaces of device features, implemented by the browser and by the native application. */

/**
 * Storage of the client's secrets: the browser's storage on the web, Keychain and Keystore in the native application. A
 * failed read counts as "nothing stored": a user whose session cannot be read is signed out.
 */
export interface Secrets {
  get: (key: string) => Promise<string | null>
  set: (key: string, value: string) => Promise<void>
  remove: (key: string) => Promise<void>
  /** Calls back when another tab changes the key. */
  watch: (key: string, changed: (value: string | null) => void) => void
}

/** `blobs`: bytes of pictures; `pack`: server data for offline work. */
export type StoreName = 'operations' | 'drafts' | 'blobs' | 'pack'

/** One change of a key; an undefined value removes it. */
export interface Change {
  store: StoreName
  key: string
  value: unknown
}

/** Every method rejects when the device refuses to store: full, or a private window. */
export interface Store {
  all: (of: StoreName) => Promise<unknown[]>
  get: (of: StoreName, key: string) => Promise<unknown>
  keys: (of: StoreName) => Promise<string[]>
  put: (of: StoreName, key: string, value: unknown) => Promise<void>
  remove: (of: StoreName, key: string) => Promise<void>
  /** Atomic: all of the changes or none. */
  change: (changes: readonly Change[]) => Promise<void>
}

/** Events from outside the application's screens. */
export interface Outside {
  /** Query of the redirect back from signing in. */
  returned: (query: string) => void
  /** The device's back button; true if the application handled it. */
  back: () => boolean
}

/** Content and format of a code, with the format names of the web's BarcodeDetector (`qr_code`, `code_128`). */
export interface Scanned {
  text: string
  format: string
}

/** A picture just taken. `camera` is true only where the device could not have offered an older one. */
export interface Shot {
  blob: Blob
  camera: boolean
}

/** Vibrations that can be felt through a glove: captured, success, attention, stop. */
export type Vibration = 'tap' | 'success' | 'warning' | 'alarm'
