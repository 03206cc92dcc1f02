import { onPath } from '../../scripts/chromium.mjs'

/** The browser that was found already, else one on the path, else Playwright's own. */
export function findChromium(): { executablePath?: string } {
  const executablePath = process.env['HILO_CHROMIUM'] ?? onPath()
  return executablePath ? { executablePath } : {}
}
