/** What the editor of roles says of a right that opens nothing is true: neither a screen nor the server asks for it elsewhere. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { actions, areas } from '@hilo/domain/privilege.ts'
import { usedPrivileges } from './used-privileges.ts'

const house = join(import.meta.dirname, '../..')
const code = ['web', 'server'].flatMap((part) =>
  readdirSync(join(house, part), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        /\.tsx?$/.test(path) &&
        !/(?:^|\/)(?:node_modules|dist|dist-native|data)\/|\.(?:test|night|soak)\.ts$/.test(path),
    ) // prettier-ignore
    .filter((path) => !/^(?:test|matrix|fuzz|seed)\//.test(path))
    .map((path) => readFileSync(join(house, part, path), 'utf8')),
)

test('every right that is asked for anywhere is one that a call asks for', () => {
  const used = new Set(usedPrivileges())
  const all: string[] = areas.flatMap((area) => actions.map((action) => `${area}_${action}`))
  const whole = code.join('\n')
  const asked = all.filter((one) => whole.includes(`'${one}'`))
  assert.ok(asked.length > 40, 'they are found')
  const unknown = asked.filter((one) => !used.has(one))
  const others = [...used].filter((one) => !all.includes(one))
  assert.deepEqual([unknown, others], [[], []])
})
