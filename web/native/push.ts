/** Push notices while the application is closed. */
interface Push {
  /** Asks for permission where needed and returns this installation's push token; null if unavailable. */
  register: () => Promise<string | null>
  /** Calls back with the link of a notice that the user pressed. The link is untrusted input. */
  follow: (opened: (link: unknown) => void) => Promise<void>
}

const device = import.meta.env.VITE_NATIVE_PUSH === '1' ? () => import('./capacitor/push.ts') : null

/** Null on the web, where an open page uses the live stream, and in a build without push credentials. */
export const nativePush: Push | null = device
  ? { register: async () => (await device()).register(), follow: async (opened) => (await device()).follow(opened) }
  : null
