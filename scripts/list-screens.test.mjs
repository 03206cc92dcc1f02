import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listTables } from './list-screens.mjs'
import { root } from './modules.mjs'

test('the tables of list screens are those of the list files: otherwise run npm run lists', () => {
  for (const [path, text] of Object.entries(listTables())) assert.equal(readFileSync(join(root, path), 'utf8'), text)
})
