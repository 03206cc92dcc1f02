/** Journeys in Chromium against a whole server of their own, with the small demonstration. */
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { foundChromium } from '../scripts/chromium.mjs'
import { address, dataDir, port, root } from './place.ts'

/** What repeats at length what the tests show once, and what takes pictures, runs only when it is asked for. */
const kind = process.env['HILO_E2E_KIND'] ?? 'test'

export default defineConfig({
  testDir: '.',
  testMatch: `**/*.${kind}.ts`,
  outputDir: join(root, 'test-results'),
  fullyParallel: true,
  // A page that waits for its network leaves a core free.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 90_000,
  // A machine that is busy with something else is slow, not wrong.
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL: address,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1440, height: 900 },
    // A test that speaks of the network hears every request; those of the installed application allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording every step costs a third of the time.
    trace: process.env['HILO_E2E_TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...foundChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        // The page of the native build comes from nowhere and asks this machine: no permission is asked for.
        '--disable-features=LocalNetworkAccessChecks',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" e2e/serve.ts`,
    cwd: root,
    url: `${address}/healthz`,
    reuseExistingServer: false,
    timeout: 90_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      HILO_DEMO: '1',
      HILO_SEED: 'small',
      PLANT_LIFE: 'still',
      DATA_DIR: dataDir,
    },
  },
})
