/** Light or dark: the user's choice, else the system's setting. One store for the whole document. */
import { useSyncExternalStore } from 'react'

type ColorScheme = 'light' | 'dark'
const key = 'colorScheme'
const system = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function stored(): ColorScheme | null {
  try {
    const value = localStorage.getItem(key)
    return value === 'light' || value === 'dark' ? value : null
  } catch {
    return null
  }
}

let chosen = stored()
const current = (): ColorScheme => chosen ?? (system.matches ? 'dark' : 'light')

function apply() {
  document.documentElement.dataset['colorScheme'] = current()
  for (const listener of listeners) listener()
}

/** Called once before the first paint; then follows the system and other tabs. */
export function startColorScheme(): void {
  apply()
  system.addEventListener('change', apply)
  window.addEventListener('storage', (event) => {
    if (event.key !== key) return
    chosen = stored()
    apply()
  })
}

/** @param scheme null: follow the system */
export function chooseColorScheme(scheme: ColorScheme | null): void {
  chosen = scheme
  try {
    if (scheme === null) localStorage.removeItem(key)
    else localStorage.setItem(key, scheme)
  } catch {
    // Storage may be blocked: the choice then lasts until the page is closed.
  }
  apply()
}

export function toggleColorScheme(): void {
  chooseColorScheme(current() === 'dark' ? 'light' : 'dark')
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useColorScheme = (): ColorScheme => useSyncExternalStore(listen, current)
/** The user's choice; null while following the system. */
export const useChosenScheme = (): ColorScheme | null => useSyncExternalStore(listen, () => chosen)
