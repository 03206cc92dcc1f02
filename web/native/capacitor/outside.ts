import type { Outside } from '../outside.ts'
import { returnQuery } from '../return-link.ts'
import { App, AppUpdate, Browser } from './plugins.ts'

export const openBrowser = (url: string): Promise<void> => Browser.open({ url })
export const openStore = (): Promise<void> => AppUpdate.openAppStore()

export async function listen({ returned, back }: Outside): Promise<void> {
  // A link that started the application waits for whoever listens first.
  await App.addListener('appUrlOpen', ({ url }) => {
    const query = returnQuery(url)
    if (query === null) return
    // The browser may lie over the application still; Android has closed it by itself.
    Browser.close().catch(() => undefined)
    returned(query)
  })
  // Only Android has such a button. The application is never ended by it, so nothing can be lost by it.
  await App.addListener('backButton', () => {
    if (!back()) void App.minimizeApp()
  })
}
