/**
 * From a neighbour's unplugging to the alarm on the technician's screen, with the machine at rest and while another operator's
 * file of 200,000 rows is previewed and loaded, by turns, in one browser, against one server.
 */
import { assignmentStatus, portState } from '@hilo/domain/status.ts'
import { chromium, type Browser, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { foundChromium } from '../../scripts/chromium.mjs'
import { buildWeb } from '../../scripts/web-build.mjs'
import type { Database } from '../../server/db/open.ts'
import { text } from '../../server/kernel/texts.ts'
import {
  insert,
  makeOperator,
  makeSession,
  makeTechnician,
  makeVno,
  unique,
  type Vno,
} from '../../server/test/factories.ts'
import { makeAssignment, makeCto, makePort } from '../../server/test/plant-factories.ts'
import type { Options } from '../options.ts'
import { prepare } from '../prepare.ts'
import { startServer } from '../processes.ts'

const rowsOfLoad = 200_000
const ports = [1, 2, 3, 4]
/** Alarms of one turn. */
const alarms = 10
const longestMs = 120_000

type Ask = (path: string, query: object) => Promise<{ record: { id: number } }>

function asking(address: string, cookie: string): Ask {
  return async (path, query) => {
    const body = JSON.stringify({ query: { client_request_id: randomUUID(), ...query } })
    const headers = { cookie, 'content-type': 'application/json', origin: address }
    const answer = await fetch(`${address}/api/v1/${path}.json`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Awaited<ReturnType<Ask>>
  }
}

/** A box with four lit neighbours of another operator. */
async function makeBox(db: Database, other: Vno) {
  const cto = await makeCto(db, { ports_free: 4 })
  for (const number of ports) {
    const port = await makePort(db, {
      cto,
      number,
      state: portState.is.ocupado,
      assignment_status: assignmentStatus.is.occupied,
      optical_state: 'online',
    })
    const place = { vno_id: other.id, cto_id: cto.id, port_id: port.id }
    const line = { code: `AC-${unique()}`, ...place, state: 'activo', ont_serial: `HWTC${unique().slice(0, 8)}` }
    const access_id = await insert(db, 'access', line)
    await makeAssignment(db, { vno: other, port, access_id, rx_dbm: -19.5, olt_rx_dbm: -21 })
  }
  for (const number of [5, 6, 7, 8]) await makePort(db, { cto, number })
  return cto
}

/** Previews and loads files until it is stopped; each has drops of its own. */
function keepLoading(address: string, cookie: string, vno: Vno) {
  const stop = new AbortController()
  let turn = 0
  const send = async () => {
    turn += 1
    const part = randomUUID().slice(0, 6).toUpperCase()
    const lines = Array.from({ length: rowsOfLoad }, (_, n) => `D${part}-${n},${vno.external_id},interior,0`)
    const form = new FormData()
    const query = { client_request_id: randomUUID(), kind: 'drop', preview: turn % 2 === 1 }
    form.set('query', JSON.stringify(query))
    form.set('file', new Blob([['label,vno_code,type,connection_type', ...lines].join('\n')]), 'acometidas.csv')
    const init = { method: 'POST', headers: { cookie, origin: address }, body: form, signal: stop.signal }
    const answer = await fetch(`${address}/api/v1/admin_vno/inventory/load.json`, init)
    if (!answer.ok) throw new Error(`the load: ${answer.status} ${await answer.text()}`)
    const { record } = (await answer.json()) as { record: { rows_ok: number } }
    if (record.rows_ok !== rowsOfLoad) throw new Error(`the load took ${record.rows_ok} rows`)
  }
  const done = (async () => {
    while (!stop.signal.aborted)
      await send().catch((error: unknown) => {
        if (!stop.signal.aborted) throw error
      })
  })()
  done.catch(() => stop.abort())
  return {
    end: async () => {
      stop.abort()
      await done
    },
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Milliseconds from the act to the alarm on the screen; then the light comes back. */
async function alarm(page: Page, ask: Ask, cto_code: string, port: number): Promise<number> {
  const shown = heading(page, text('tech.alarm.what_one', { ports: port }))
  const began = performance.now()
  const seen = shown.waitFor({ timeout: longestMs }).then(() => performance.now() - began)
  await ask('demo/plant/act', { cto_code, action: 'unplug', port })
  const ms = await seen
  await ask('demo/plant/act', { cto_code, action: 'plug', port })
  await ask('demo/plant/clock', { advance_s: 10 })
  await page.getByRole('button', { name: text('tech.cleared.on').trim() }).click({ timeout: longestMs })
  await shown.waitFor({ state: 'hidden', timeout: longestMs })
  return ms
}

async function openPage(browser: Browser, address: string, cookie: string, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-ES', hasTouch: true })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: address }])
  const page = await context.newPage()
  await page.goto(`${address}${path}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

const at = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN

/** A Markdown table: the alarm at rest and beside the load. */
export async function measureAlarm(options: Options): Promise<string> {
  if (!buildWeb(process.execPath)) throw new Error('the web client could not be built')
  const { db, folder } = await prepare({ ...options, size: 'small', data: resolve(options.data, 'alarm') })
  const address = `http://127.0.0.1:${options.firstPort}`
  const env = { HILO_DEMO: '1', HILO_JOBS: '1', HILO_SEED: 'none' }
  const server = await startServer(db.ownerUrl, options.firstPort, folder, [], { env })
  const browser = await chromium.launch({ ...foundChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  const times: Record<'rest' | 'load', number[]> = { rest: [], load: [] }
  try {
    const [mine, other] = [await makeVno(db), await makeVno(db)]
    const cto = await makeBox(db, other)
    const { cookie } = await makeSession(db, await makeTechnician(db, { vno: mine }))
    const loader = await makeSession(db, await makeOperator(db))
    const ask = asking(address, cookie)
    const { record } = await ask('admin_vno/events/create', { cto_id: cto.id, work_kind: 'mantenimiento' })
    const page = await openPage(browser, address, cookie, `/tecnico/intervencion/${record.id}/initial`)
    await heading(page, text('tech.title.initial')).waitFor({ timeout: longestMs })
    for (let round = 0; round < options.rounds; round++)
      for (const kind of ['rest', 'load'] as const) {
        const load = kind === 'load' ? keepLoading(address, loader.cookie, other) : null
        if (load) await sleep(5000)
        for (let turn = 0; turn < alarms; turn++)
          times[kind].push(await alarm(page, ask, cto.code, ports[turn % ports.length] ?? 1))
        await load?.end()
      }
  } finally {
    await browser.close()
    await server.stop()
    await db.close()
  }
  const figures = (of: readonly number[]) =>
    [0.5, 0.99, 1].map((share) => (at(of, share) / 1000).toFixed(2)).join(' | ')
  const ratio = [0.5, 0.99].map((share) => (at(times.load, share) / at(times.rest, share)).toFixed(2)).join(' | ')
  return [
    `| unplugged → on the phone's screen, s (${times.rest.length} each) | p50 | p99 | most |`,
    '|---|--:|--:|--:|',
    `| at rest | ${figures(times.rest)} |`,
    `| while ${rowsOfLoad} rows are previewed and loaded | ${figures(times.load)} |`,
    `| ratio | ${ratio} | |`,
  ].join('\n')
}
