/** Every state machine that is kept in a table has one writer: SQL that sets a state anywhere else passes the machine by. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { each, fixed, parsed, root, textOf } from './sources.ts'

/** Files that may write the state of each machine once its row is made. */
const stateWriters: Readonly<Record<string, readonly string[]>> = {
  'event process_state': ['server/process/event-row.ts'],
  'port state': ['server/process/port-row.ts'],
}
/** Updates in a text of SQL: table, and what stands between `set` and the end of the clause. */
function* updatesIn(text: string): Generator<{ table: string; set: string }> {
  for (const [, table = '', set = ''] of text.matchAll(
    /\bupdate (\w+)(?: (?:as )?\w+)? set\b(.*?)(?=\bwhere\b|\breturning\b|$)/gs,
  ))
    yield { table, set }
  const conflict =
    /\binsert into (\w+)(?:(?!\binsert into\b).)*? on conflict (?:(?!\binsert into\b).)*?do update set\b(.*?)(?=\breturning\b|$)/gs
  for (const [, table = '', set = ''] of text.matchAll(conflict)) yield { table, set }
}

test('the state of a machine has one writer', () => {
  const written = new Map<string, Set<string>>()
  const note = (machine: string, path: string) => written.set(machine, (written.get(machine) ?? new Set()).add(path))
  const search = (path: string, text: string) => {
    for (const { table, set } of updatesIn(text))
      for (const machine of Object.keys(stateWriters)) {
        const [of = '', column = ''] = machine.split(' ')
        // A list of columns that is put together while running may hold any of them.
        if (table === of && (new RegExp(`(?:^|,)\\s*${column} =`).test(set) || /^\s*\$\{/.test(set)))
          note(machine, path)
      }
  }
  for (const source of parsed)
    for (const node of each(source.program)) {
      const text = node.type === 'TemplateLiteral' ? textOf(source, node) : fixed(node)
      if (text !== undefined) search(source.path, text)
    }
  const functions = globSync('server/db/functions/*.sql', { cwd: root })
  assert.ok(functions.length > 0)
  for (const path of functions) search(path, readFileSync(join(root, path), 'utf8'))
  for (const [machine, allowed] of Object.entries(stateWriters))
    assert.deepEqual([...(written.get(machine) ?? [])].toSorted(), allowed.toSorted(), machine)
})
