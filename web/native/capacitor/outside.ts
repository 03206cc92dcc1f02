import type { Outside } from '../device-types.ts'
import { returnQuery } from '../return-link.ts'
import { App, AppUpdate, Browser } from './plugins.ts'

export const openBrowser = (url: string): Promise<void> => Browser.open({ url })
export const openStore = (): Promise<void> => AppUpdate.openAppStore()

export async function listen({ returned, back }: Outside): Promise<void> {
  // A link that launched the application is delivered to the first listener.
  await App.addListener('appUrlOpen', ({ url }) => {
    const query = returnQuery(url)
    if (query === null) return
    // On iOS the in-app browser may still be open; Android has closed it.
    Browser.close().catch(() => undefined)
    returned(query)
  })
  // Android's back button. It never exits the application, so no input is lost.
  await App.addListener('backButton', () => {
    if (!back()) void App.minimizeApp()
  })
}
