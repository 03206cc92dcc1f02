const device = import.meta.env.VITE_NATIVE === '1' ? () => import('./capacitor/outside.ts') : null

/**
 * Opens a page: on the web in the place of this one, to which nobody wants to come back; in the application another's opens
 * in the system's browser, as its view shows only its own.
 */
export async function openOutside(url: string): Promise<void> {
  if (device && !url.startsWith('/')) await (await device()).openBrowser(url)
  else window.location.replace(url)
}

/** Opens the application's page in its store, which the device knows by the application's name; else what the server says. */
export async function openStorePage(url: string | null): Promise<void> {
  try {
    await (await device?.())?.openStore()
  } catch (error) {
    if (url === null) throw error
    await openOutside(url)
  }
}

/** What reaches the application from outside its screens. */
export interface Outside {
  /** The query that somebody brings back from signing in. */
  returned: (query: string) => void
  /** The device's own way back; true when the application had somewhere to go. */
  back: () => boolean
}

export async function listenOutside(outside: Outside): Promise<void> {
  await (await device?.())?.listen(outside)
}
