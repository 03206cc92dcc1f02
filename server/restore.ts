/** `npm run restore -- <folder> [--force]`: restores a backup, with the server stopped. */
import { load } from './backup/load.ts'
import { readConfig } from './config.ts'
import { runProgram } from './failure.ts'
import { terminalLog } from './log.ts'

// Created files are private, whatever the shell's umask.
process.umask(0o077)

const log = terminalLog()
const words = process.argv.slice(2)
const folder = words.find((word) => !word.startsWith('--'))
await runProgram(log, async () => {
  if (!folder) throw new Error('Indica la carpeta de la copia: npm run restore -- copia-2026-11-20')
  const { taken_at } = await load(readConfig(process.env), folder, log, { force: words.includes('--force') })
  log.info(`Restaurada la copia del ${taken_at}.`)
})
