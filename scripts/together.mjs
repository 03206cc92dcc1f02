/** Runs the test files it is given in this one process, each a suite of its own, so that their hooks stay theirs. */
import { resolve } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

for (const file of process.argv.slice(2))
  describe(file, async () => void (await import(pathToFileURL(resolve(file)).href)))
