/** Journeys in Chromium against a whole server with the small demonstration. */
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { foundChromium } from '../scripts/chromium.mjs'
import { address, dataDir, patience, port, root } from './place.ts'

/** Long repetitions and screenshots run on request only. */
const kind = process.env['HILO_E2E_KIND'] ?? 'test'

export default defineConfig({
  testDir: '.',
  testMatch: `**/*.${kind}.ts`,
  outputDir: join(root, 'test-results'),
  fullyParallel: true,
  // One for each core of the smallest machine; night files move the server's clock and measure, so they run alone.
  workers: kind === 'test' ? 2 : 1,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // A busy machine is slow, not wrong: an expectation that holds ends its wait at once.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  reporter: 'list',
  use: {
    baseURL: address,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1440, height: 900 },
    // Tests of the network see every request; those of the installed application allow service workers.
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
        // The headless shell rounds the width of each letter; browsers on a screen do not.
        '--font-render-hinting=none',
        // The native build's page has a local origin and calls this machine, without a permission prompt.
        '--disable-features=LocalNetworkAccessChecks',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" e2e/serve.ts`,
    cwd: root,
    url: `${address}/healthz`,
    reuseExistingServer: false,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      HILO_DEMO: '1',
      HILO_SEED: 'small',
      PLANT_LIFE: 'still',
      // A push service of the tests.
      WEBHOOK_NETWORKS: '127.0.0.0/8',
      DATA_DIR: dataDir,
      ...patience,
    },
  },
})
