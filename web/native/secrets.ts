/**
 * The client's own keys behind one interface: the browser's storage on the web, Keychain and Keystore in the native
 * application. A read that fails means "nothing stored": whoever cannot read his session is signed out.
 */
export interface Secrets {
  get: (key: string) => Promise<string | null>
  set: (key: string, value: string) => Promise<void>
  remove: (key: string) => Promise<void>
  /** Calls back when another tab changes the key. */
  watch: (key: string, changed: (value: string | null) => void) => void
}

/** Storage may be full or forbidden; the product works on without it. */
function quietly<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}

const ofBrowser: Secrets = {
  get: (key) => Promise.resolve(quietly(() => localStorage.getItem(key))),
  set: (key, value) => Promise.resolve(void quietly(() => localStorage.setItem(key, value))),
  remove: (key) => Promise.resolve(void quietly(() => localStorage.removeItem(key))),
  watch(key, changed) {
    window.addEventListener('storage', (event) => {
      if (event.key === key || event.key === null) changed(event.key === null ? null : event.newValue)
    })
  },
}

const device = import.meta.env.VITE_NATIVE === '1' ? () => import('./capacitor/vault.ts') : null

export const secrets: Secrets = device
  ? {
      get: async (key) => (await device()).vault.get(key),
      set: async (key, value) => (await device()).vault.set(key, value),
      remove: async (key) => (await device()).vault.remove(key),
      // One window, one application: nobody else changes them.
      watch: () => undefined,
    }
  : ofBrowser
