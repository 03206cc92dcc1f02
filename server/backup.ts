/** `npm run backup -- <folder>`: copies database and files, with or without a running server. */
import { dump } from './backup/dump.ts'
import { readConfig } from './config.ts'
import { runProgram } from './failure.ts'
import { terminalLog } from './log.ts'

// Created files are private, whatever the shell's umask.
process.umask(0o077)

const log = terminalLog()
const [folder] = process.argv.slice(2)
await runProgram(log, async () => {
  if (!folder) throw new Error('Indica la carpeta de la copia: npm run backup -- copia-2026-11-20')
  const { tables, files } = await dump(readConfig(process.env), folder, log)
  log.info(`Copia completa en ${folder}: ${tables.length} tablas y ${files} archivos.`)
})
