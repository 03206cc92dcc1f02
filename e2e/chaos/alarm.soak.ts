/**
 * An hour of alarms on a phone with three tabs, while its network, its sleep, its tabs and somebody's load get in the way.
 * `HILO_SOAK_MINUTES` is another time, `HILO_SOAK_SEED` repeats an order.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { makeOperator, makeSession } from '../../server/test/factories.ts'
import { heading, stepPath } from '../field.ts'
import type { Served } from '../fixtures.ts'
import { say } from '../text.ts'
import { expect, phone, test } from './chaos.ts'
import type { Proxy } from './proxy.ts'

const minutes = Number(process.env['HILO_SOAK_MINUTES'] ?? 60)
const seed = Number(process.env['HILO_SOAK_SEED'] ?? randomInt(1e9))
/** From the act, or from the moment that the phone could hear again, to the alarm in every tab, ms. */
const longestMs = 45_000
const rowsOfLoad = 20_000

test.use({ viewport: phone, actionTimeout: 60_000, provoked: /ERR_|Failed to (?:load|fetch)|status of 5\d\d/ })
test.setTimeout((minutes + 20) * 60_000)

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Runs in the page: counts how often an alarm has come up. */
function countAlarms(words: string): void {
  const seen = { shown: false, times: 0 }
  Object.assign(window, { alarms: seen })
  const look = () => {
    const now = [...document.querySelectorAll('h1')].some((one) => one.textContent?.startsWith(words))
    if (now && !seen.shown) seen.times++
    seen.shown = now
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
}
const alarmsOf = (page: Page) => page.evaluate(() => (window as unknown as { alarms: { times: number } }).alarms.times)

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(path)
  await expect(heading(tab, say('tech.title.initial'))).toBeVisible()
  return tab
}

async function freeze(page: Page, state: 'frozen' | 'active'): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setWebLifecycleState', { state })
  await devtools.detach()
}

/** Sends files of drops, previewed and loaded by turns, until it is told to stop. */
function keepLoading(db: Served, cookie: string): () => Promise<void> {
  let on = true
  const send = async (turn: number) => {
    const part = randomUUID().slice(0, 6).toUpperCase()
    const lines = Array.from({ length: rowsOfLoad }, (_, n) => `D${part}-${n},MAREA,interior,0`)
    const form = new FormData()
    const query = { client_request_id: randomUUID(), kind: 'drop', preview: turn % 2 === 0 }
    form.set('query', JSON.stringify(query))
    form.set('file', new Blob([['label,vno_code,type,connection_type', ...lines].join('\n')]), 'acometidas.csv')
    const headers = { cookie, origin: db.address }
    const answer = await fetch(`${db.address}/api/v1/admin_vno/inventory/load.json`, {
      method: 'POST',
      headers,
      body: form,
    })
    expect(answer.status, await answer.text()).toBe(200)
  }
  const done = (async () => {
    for (let turn = 0; on; turn++) await send(turn)
  })()
  return async () => {
    on = false
    await done
  }
}

/** What gets in the way of one alarm: begins before the act, and resolves when the phone can hear again. */
const stream = /\/stream$/
type Trouble = (parts: {
  net: Proxy
  context: BrowserContext
  tabs: Page[]
  open: () => Promise<Page>
  random: () => number
}) => Promise<void>
const troubles: Record<string, { before?: Trouble; after?: Trouble }> = {
  none: {},
  'a silent connection': { before: ({ net }) => Promise.resolve(net.hush(stream)) },
  'no network': {
    before: async ({ net, context }) => {
      await context.setOffline(true)
      net.hush(stream)
    },
    after: async ({ context, random }) => {
      await wait(3000 + 15_000 * random())
      await context.setOffline(false)
    },
  },
  'all tabs asleep': {
    before: async ({ tabs }) => void (await Promise.all(tabs.map((tab) => freeze(tab, 'frozen')))),
    after: async ({ tabs, random }) => {
      await wait(5000 + 40_000 * random())
      await Promise.all(tabs.map((tab) => freeze(tab, 'active')))
    },
  },
  'asleep on a silent connection': {
    before: async ({ net, tabs }) => {
      await Promise.all(tabs.map((tab) => freeze(tab, 'frozen')))
      net.hush(stream)
    },
    after: async ({ tabs, random }) => {
      await wait(5000 + 40_000 * random())
      await Promise.all(tabs.map((tab) => freeze(tab, 'active')))
    },
  },
  'the oldest tab closed': {
    before: async ({ tabs, open }) => {
      await tabs.shift()?.close()
      tabs.push(await open())
    },
  },
  'the oldest tab closed at the act': {
    after: async ({ tabs, open }) => {
      await tabs.shift()?.close()
      tabs.push(await open())
    },
  },
}

test('every alarm is told in every tab, once, and none later than 45 s', async ({ page, context, net, field, db }) => {
  const random = randomFrom(seed)
  const words = say('tech.alarm.what_one', { ports: '' }).replace(/[ .]+$/, '')
  await context.addInitScript(countAlarms, words)
  const path = stepPath(await field.open('mantenimiento'), 'initial')
  const open = () => openTab(context, path)
  const tabs = [await open(), await open(), await open()]
  await page.close()
  const { cookie } = await makeSession(db, await makeOperator(db))
  const stopLoading = keepLoading(db, cookie)
  const results: Record<string, number[]> = {}
  for (const end = Date.now() + minutes * 60_000; Date.now() < end;) {
    const names = Object.keys(troubles)
    const name = names[Math.floor(random() * names.length)] ?? 'none'
    const port = field.box.sur[Math.floor(random() * field.box.sur.length)] ?? 3
    const parts = { net, context, tabs, open, random }
    await troubles[name]?.before?.(parts)
    const before = await Promise.all(name.includes('asleep') ? [] : tabs.map(alarmsOf))
    await field.act({ action: 'unplug', port })
    let began = Date.now()
    if (troubles[name]?.after) {
      await troubles[name].after(parts)
      began = Date.now()
    }
    const shown = async (tab: Page) => {
      await heading(tab, say('tech.alarm.what_one', { ports: port })).waitFor({ timeout: longestMs })
      return Date.now() - began
    }
    const ms = Math.max(...(await Promise.all(tabs.map(shown))))
    const told = `${name}, port ${port}, seed ${seed}`
    ;(results[name] ??= []).push(ms)
    await field.act({ action: 'plug', port })
    await field.pass(10)
    for (const tab of tabs) {
      const on = tab.getByRole('button', { name: say('tech.cleared.on', { step: '' }).trim() })
      await on.click()
      await expect(heading(tab, say('tech.title.initial')), told).toBeVisible()
    }
    await wait(1000 + 3000 * random())
    for (const [at, tab] of tabs.entries()) {
      const times = await alarmsOf(tab)
      if (!name.includes('tab') && before[at] !== undefined) expect(times - before[at], told).toBe(1)
      await expect(heading(tab, say('tech.title.initial')), told).toBeVisible()
    }
  }
  await stopLoading()
  for (const [name, all] of Object.entries(results))
    console.log(`${name}: ${all.length} alarms, the latest after ${(Math.max(...all) / 1000).toFixed(1)} s`)
})
