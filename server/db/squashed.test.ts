import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sameVersion } from './squashed.ts'

const rows = (...names: string[]) => names.map((name) => ({ name, sha256: `hash of ${name}` }))
const earlier = rows('0001-people.sql', '0082-passkey-eligible.sql')
const baseline = rows('0082-baseline')
const later = rows('0083-later.sql')

test('the baseline is the same version as all migrations that it replaces', () => {
  assert.ok(sameVersion(earlier, baseline))
  assert.ok(sameVersion([...earlier, ...later], [...baseline, ...later]))
})

test('fewer of them, or other later migrations, are another version', () => {
  assert.ok(!sameVersion(earlier.slice(0, 1), baseline))
  assert.ok(!sameVersion(earlier, [...baseline, ...later]))
  assert.ok(!sameVersion([...earlier, { name: '0083-later.sql', sha256: 'other' }], [...baseline, ...later]))
})
