/** Runs the given test files in this process, each as its own suite, so that hooks stay separate. */
import { resolve } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

/** A file that takes longer stands still, and is named by the failure. */
const timeout = 20 * 60_000

for (const file of process.argv.slice(2))
  describe(file, { timeout }, async () => void (await import(pathToFileURL(resolve(file)).href)))
