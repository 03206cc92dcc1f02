/**
 * Alarms for an hour on a phone with three tabs. A fault is drawn for each alarm: a silent or lost network, a stopped browser, a
 * closed tab. Files of 5,000 rows are loaded all the time.
 * `HILO_SOAK_MINUTES` is another time, `HILO_SOAK_SEED` repeats an order.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { createRng, type Rng } from '../../server/seed/rng.ts'
import { makeOperator, makeSession } from '../../server/test/factories.ts'
import { familyOf, signalAll } from '../../server/test/process-family.ts'
import { alarmsOf, countAlarms } from '../alarm-count.ts'
import { heading, stepPath } from '../field.ts'
import type { Served } from '../fixtures.ts'
import { say } from '../text.ts'
import { expect, phone, test } from './chaos.ts'
import type { Proxy } from './proxy.ts'

const minutes = Number(process.env['HILO_SOAK_MINUTES'] ?? 60)
const seed = Number(process.env['HILO_SOAK_SEED'] ?? randomInt(1e9))
/** From the act, or from the moment that the phone could hear again, to the alarm in every tab, ms. */
const longestMs = 45_000
const rowsOfLoad = 5000
const loadPauseMs = 5000

test.use({ viewport: phone, actionTimeout: 60_000, provoked: /ERR_|Failed to (?:load|fetch)|status of 5\d\d/ })
test.setTimeout((minutes + 20) * 60_000)

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(path)
  await expect(heading(tab, say('tech.title.initial'))).toBeVisible()
  return tab
}

/** Processes of the browser, which the test has started. */
async function browserOf(): Promise<number[]> {
  const family = await familyOf(process.pid)
  const names = await Promise.all(family.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')))
  return family.filter((_, at) => names[at]?.startsWith('chrom'))
}
/** Stops the browser for so long, as a telephone that sleeps does. */
async function stopBrowser(ms: number): Promise<void> {
  const browser = await browserOf()
  expect(browser.length).toBeGreaterThan(1)
  signalAll(browser, 'SIGSTOP')
  await wait(ms)
  signalAll(browser, 'SIGCONT')
}

/** Sends files of drops, a preview and a load in turn, until the returned function is called. */
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
    for (let turn = 0; on; turn++) {
      await send(turn)
      await wait(loadPauseMs)
    }
  })()
  return async () => {
    on = false
    await done
  }
}

interface Parts {
  net: Proxy
  context: BrowserContext
  tabs: Page[]
  open: () => Promise<Page>
  rng: Rng
}
/** A fault during one alarm: calls `act` in the middle of it, and resolves when the phone can hear again. */
type Fault = (parts: Parts, act: () => Promise<void>) => Promise<void>

async function replaceOldest({ tabs, open }: Parts): Promise<void> {
  await tabs.shift()?.close()
  tabs.push(await open())
}
const stream = /\/stream$/
const faults: Record<string, Fault> = {
  none: (_, act) => act(),
  'a silent connection': async ({ net }, act) => {
    net.hush(stream)
    await act()
  },
  'no network': async ({ net, context, rng }, act) => {
    await context.setOffline(true)
    net.hush(stream)
    await act()
    await wait(rng.int(3000, 18_000))
    await context.setOffline(false)
  },
  asleep: async ({ rng }, act) => void (await Promise.all([stopBrowser(rng.int(5000, 45_000)), wait(1000).then(act)])),
  'asleep, and silent since': async ({ net, rng }, act) => {
    net.hush(stream)
    await Promise.all([stopBrowser(rng.int(5000, 45_000)), wait(1000).then(act)])
  },
  'the oldest tab closed before': async (parts, act) => {
    await replaceOldest(parts)
    await act()
  },
  'the oldest tab closed after': async (parts, act) => {
    await act()
    await replaceOldest(parts)
  },
}

/** Waits for an alarm in every tab; returns the latest, in ms since `began`. */
async function seenInAll(tabs: readonly Page[], port: number, began: number): Promise<number> {
  const name = say('tech.alarm.what_one', { ports: port })
  const seen = tabs.map(async (tab) => {
    await heading(tab, name).waitFor({ timeout: longestMs })
    return Date.now() - began
  })
  return Math.max(...(await Promise.all(seen)))
}

async function goOn(tabs: readonly Page[]): Promise<void> {
  for (const tab of tabs) {
    await tab.getByRole('button', { name: say('tech.cleared.on', { step: '' }).trim() }).click()
    await expect(heading(tab, say('tech.title.initial'))).toBeVisible()
  }
}

test('every alarm is told in every tab, once, and none later than 45 s', async ({ page, context, net, field, db }) => {
  const rng = createRng(seed)
  await countAlarms(context)
  const path = stepPath(await field.open('mantenimiento'), 'initial')
  const open = () => openTab(context, path)
  const tabs = [await open(), await open(), await open()]
  await page.close()
  const { cookie } = await makeSession(db, await makeOperator(db))
  const stopLoading = keepLoading(db, cookie)
  const results: Record<string, number[]> = {}
  for (const end = Date.now() + minutes * 60_000; Date.now() < end;) {
    const [name, fault] = rng.pick(Object.entries(faults))
    const port = rng.pick(field.box.sur)
    await test.step(`${name}, port ${port}, seed ${seed}`, async () => {
      const before = new Map(await Promise.all(tabs.map(async (tab) => [tab, await alarmsOf(tab)] as const)))
      await fault({ net, context, tabs, open, rng }, () => field.act({ action: 'unplug', port }))
      ;(results[name] ??= []).push(await seenInAll(tabs, port, Date.now()))
      await field.act({ action: 'plug', port })
      await field.pass(10)
      await goOn(tabs)
      await wait(rng.int(1000, 4000))
      for (const tab of tabs) {
        expect((await alarmsOf(tab)) - (before.get(tab) ?? 0)).toBe(1)
        await expect(heading(tab, say('tech.title.initial'))).toBeVisible()
      }
    })
  }
  await stopLoading()
  for (const [name, all] of Object.entries(results))
    console.log(`${name}: ${all.length} alarms, the latest after ${(Math.max(...all) / 1000).toFixed(1)} s`)
})
