import type { Secrets } from './device-types.ts'

/** Storage may be full or blocked; the product works without it. */
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
      // The application has a single window: there are no other writers.
      watch: () => undefined,
    }
  : ofBrowser
