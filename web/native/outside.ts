import type { Outside } from './device-types.ts'

const device = import.meta.env.VITE_NATIVE === '1' ? () => import('./capacitor/outside.ts') : null

/**
 * Opens a page: on the web by replacing this one in the history; in the application another site's page opens in the
 * system's browser, since the web view shows only its own.
 */
export async function openOutside(url: string): Promise<void> {
  if (device && !url.startsWith('/')) await (await device()).openBrowser(url)
  else window.location.replace(url)
}

/** Opens the application's store page: by the application's id on the device, else at the server's URL. */
export async function openStorePage(url: string | null): Promise<void> {
  try {
    await (await device?.())?.openStore()
  } catch (error) {
    if (url === null) throw error
    await openOutside(url)
  }
}

export async function listenOutside(outside: Outside): Promise<void> {
  await (await device?.())?.listen(outside)
}
