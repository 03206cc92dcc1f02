/** Runs the given test files in this process, one after the other: each is loaded at its turn, and its hooks stay its own. */
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

/** A file that takes longer stands still, and is named by the failure. */
const timeout = 20 * 60_000

for (const file of process.argv.slice(2))
  test(file, { timeout }, async () => void (await import(pathToFileURL(resolve(file)).href)))
