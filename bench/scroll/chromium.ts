import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The browser on the path, else Playwright's own. */
export function findChromium(): { executablePath?: string } {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
  const executablePath = process.env['HILO_CHROMIUM'] ?? found
  return executablePath ? { executablePath } : {}
}
