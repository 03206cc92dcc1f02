/** A foreign issuer rotates its signing key while old keys are cached here. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startAtIssuer } from '../test/issuer-scene.ts'

const { issuer, begin, complete } = await startAtIssuer()
const enter = async () => (await complete(await begin())).status

/** Longer than the minimum time between two extra fetches of the keys. */
const patience = () => sleep(5_100)

const rotations: Record<string, [kid: string | null, overlap: boolean]> = {
  'to a key with another kid': ['second', false],
  'to a key with another kid, the old one still published': ['third', true],
  'to a key under the same kid': ['third', false],
  'to a key without kid': [null, false],
  'from one key without kid to another': [null, false],
  'from one key without kid to another, the old one still published': [null, true],
}

test('after a key rotation the next sign-in succeeds at once, with one fetch of the keys and no more', async () => {
  assert.equal(await enter(), 200)
  for (const [name, [kid, overlap]] of Object.entries(rotations)) {
    await patience()
    issuer.rotate(kid, overlap)
    const before = issuer.keyFetches
    assert.equal(await enter(), 200, name)
    assert.equal(issuer.keyFetches - before, 1, name)
    assert.equal(await enter(), 200, name)
    assert.equal(issuer.keyFetches - before, 1, name)
  }
})

test('many sign-ins right after a rotation all succeed, with one shared fetch', async () => {
  await patience()
  issuer.rotate('fourth')
  const before = issuer.keyFetches
  assert.deepEqual(new Set(await Promise.all(Array.from({ length: 12 }, enter))), new Set([200]))
  assert.equal(issuer.keyFetches - before, 1)
})

test('tokens of a stranger cannot make the keys be fetched each time, and are refused', async () => {
  await patience()
  const before = issuer.keyFetches
  const began = performance.now()
  for (let n = 0; n < 10; n++) {
    issuer.mutation = n % 2 === 0 ? { key: 'stranger', header: { kid: `made-up-${n}` } } : { key: 'stranger' }
    assert.equal(await enter(), 422)
  }
  const [fetches, most] = [issuer.keyFetches - before, 1 + Math.ceil((performance.now() - began) / 5000)]
  assert.ok(fetches <= most, `${fetches} of at most ${most}`)
  assert.equal(await enter(), 200)
})
