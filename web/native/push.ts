/** Notices that reach the person while the application is shut. */
export interface Push {
  /** Asks for leave where needed and gives the address of this installation; null when there will be none. */
  register: () => Promise<string | null>
  /** Calls back with what a notice that the person pressed says of where to go: not to be trusted. */
  follow: (opened: (link: unknown) => void) => Promise<void>
}

const device = import.meta.env.VITE_NATIVE_PUSH === '1' ? () => import('./capacitor/push.ts') : null

/**
 * Null on the web, where an open page is told by the live stream, and in an application built without its operator's
 * keys for notices.
 */
export const nativePush: Push | null = device
  ? { register: async () => (await device()).register(), follow: async (opened) => (await device()).follow(opened) }
  : null
