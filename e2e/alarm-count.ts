/** Counts how often an alarm comes up in a tab, however short it is shown. */
import type { BrowserContext, Page } from '@playwright/test'
import { say } from './text.ts'

/** Runs in the page. */
function count(words: string): void {
  const seen = { shown: false, times: 0 }
  Object.assign(window, { alarms: seen })
  const look = () => {
    const now = [...document.querySelectorAll('h1')].some((one) => one.textContent?.startsWith(words))
    if (now && !seen.shown) seen.times++
    seen.shown = now
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Counts in every page that the context opens from now on. */
export const countAlarms = async (context: BrowserContext): Promise<void> =>
  void (await context.addInitScript(count, say('tech.alarm.what_one', { ports: '' }).replace(/[ .]+$/, '')))

export const alarmsOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { alarms: { times: number } }).alarms.times)
