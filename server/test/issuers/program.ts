/** Identity servers of the distribution, each run with its own folder, port and data. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { patient } from '../../kernel/patience.ts'
import type { TestBrowser } from '../../auth/test-browser.ts'

/** A client to register. */
export interface Registration {
  id: string
  secret: string
  /** Algorithm of the id token's signature. */
  algorithm: string
  redirect: string
  afterLogout: string
}
export type Page = Awaited<ReturnType<TestBrowser['ask']>>

const startS = patient(60)

export interface InstalledIssuer {
  url: string
  /** Ends at the redirect address if the issuer still knows the browser, else at its password page. */
  visit(browser: TestBrowser, address: string): Promise<Page>
  /** Signs in with a password and consents where asked; ends at the redirect address. */
  signIn(browser: TestBrowser, address: string): Promise<Page>
  /** Ends at the redirect address with an error instead of a code. */
  refuse(browser: TestBrowser, address: string): Promise<Page>
  /** Confirms a sign-out; ends where the person stays. */
  signOut(browser: TestBrowser, address: string): Promise<Page>
  close(): Promise<void>
}

interface Place {
  folder: string
  url: string
}
interface Command {
  program: string
  words: string[]
  env?: Record<string, string>
}

/**
 * Runs a server until closed.
 * @param port a free one
 * @param prepare writes its files
 * @param path answers 200 once it is up
 */
export async function startProgram(
  port: string,
  prepare: (place: Place) => Promise<Command>,
  path: string,
): Promise<Pick<InstalledIssuer, 'url' | 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-issuer-'))
  const url = `http://127.0.0.1:${port}`
  const { program, words, env } = await prepare({ folder, url })
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  let isGone = false
  const ended = once(child, 'exit').then(() => (isGone = true))
  const close = async () => {
    child.kill('SIGTERM')
    const kill = setTimeout(() => child.kill('SIGKILL'), 3000)
    await ended
    clearTimeout(kill)
    await rm(folder, { recursive: true, force: true })
  }
  const answers = () =>
    fetch(url + path).then(
      (answer) => answer.ok,
      () => false,
    )
  for (const end = performance.now() + startS * 1000; !(await answers()); await sleep(50)) {
    if (!isGone && performance.now() < end) continue
    await close()
    throw new Error(`${program} does not answer: ${said.slice(-5000)}`)
  }
  return { url, close }
}
