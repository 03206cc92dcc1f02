import type { Page } from '@playwright/test'

/** Lets no request to `url` go on before the function that it answers is called. */
export async function held(page: Page, url: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released
    await route.fallback()
  })
  return release
}
