import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { killAt, stories } from '../../test/kill.ts'

/** The failpoints that no other test covers; `npm run soak` runs all of them. */
const chosen = [
  'write.commit',
  'write.committed',
  'files.kept',
  'watch.escalated',
  'close.requested',
  'close.released',
  'close.control',
  'close.deadline',
  'enroll.checked',
]

describe('F1 a server that is killed in the middle of an intervention', { concurrency: 4 }, () => {
  for (const point of chosen)
    it(`at ${point}: the next process finishes it, once`, async () => {
      const story = stories[point]
      assert.ok(story)
      await killAt(point, story)
    })
})

it('every named point has its story', () => {
  const root = join(import.meta.dirname, '../..')
  const sources = readdirSync(root, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
  const named = sources.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/\bfailpoint\('([\w.]+)'\)/g)].map(([, point]) => point ?? ''),
  )
  assert.deepEqual([...new Set(named)].toSorted(), Object.keys(stories).toSorted())
})
