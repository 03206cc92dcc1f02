/** Tests are sorted by where they lie: a place that nothing lies at any more sorts nothing, without a word. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { root } from './modules.mjs'
import { alone, dealt, longest, onOthers, run } from './parts.mjs'

const files = globSync('{server,crowd}/**/*.{test,wide,soak}.ts', { cwd: root, exclude: ['**/node_modules/**'] })

for (const [name, places] of Object.entries({ alone, onOthers, longest: Object.keys(longest) }))
  test(`every place of ${name} holds a test`, () => {
    assert.deepEqual(
      places.filter((place) => !files.some((file) => file.startsWith(place))),
      [],
    )
  })

test('every file is dealt to one process, and each process begins with a long one', () => {
  const shared = files.filter((file) => file.endsWith('.test.ts'))
  const hands = dealt(shared, 3)
  assert.deepEqual(hands.flat().toSorted(), shared.toSorted())
  for (const [first] of hands)
    assert.ok(
      Object.keys(longest).some((place) => first.startsWith(place)),
      first,
    )
})

test('a program is ended when it says nothing for too long, not when it takes long', async () => {
  const talking = `let n = 0; setInterval(() => { console.log(++n); if (n === 10) process.exit(0) }, 1000)`
  const talks = await run(process.execPath, ['-e', talking], { silenceMs: 8000 })
  assert.deepEqual([talks.code, talks.output], [0, '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n'])
  const stands = await run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { silenceMs: 500 })
  assert.equal(stands.code, 1)
})
