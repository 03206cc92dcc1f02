/** Light or dark: what the person chose, else what the system says. One store for the whole document. */
import { useSyncExternalStore } from 'react'

export type ColorScheme = 'light' | 'dark'
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
  document.documentElement.dataset['mantineColorScheme'] = current()
  for (const listener of listeners) listener()
}

/** Called once before the first paint; follows the system and the other tabs from then on. */
export function startColorScheme(): void {
  apply()
  system.addEventListener('change', apply)
  window.addEventListener('storage', (event) => {
    if (event.key !== key) return
    chosen = stored()
    apply()
  })
}

/** @param scheme null: what the system says */
export function chooseColorScheme(scheme: ColorScheme | null): void {
  chosen = scheme
  try {
    if (scheme === null) localStorage.removeItem(key)
    else localStorage.setItem(key, scheme)
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
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
/** What the person chose; null while it is the system's. */
export const useChosenScheme = (): ColorScheme | null => useSyncExternalStore(listen, () => chosen)
