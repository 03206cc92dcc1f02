/** Runs the given test files in this process, each as its own suite, so that hooks stay separate. */
import { resolve } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

for (const file of process.argv.slice(2))
  describe(file, async () => void (await import(pathToFileURL(resolve(file)).href)))
