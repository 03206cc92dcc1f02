import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../config.ts'
import { closedAfter } from '../test/closed-after.ts'
import { startTestServer } from '../test/harness.ts'

const print = Array.from({ length: 32 }, () => 'AB').join(':')

describe('links that belong to the native application', async () => {
  const server = closedAfter(
    await startTestServer({ ANDROID_APP: `net.hilo.app ${print}`, IOS_APP: 'A1B2C3D4E5.net.hilo.app' }),
  )

  it('both systems learn which application the sign-in’s return link belongs to', async () => {
    const android = await server.app.inject('/.well-known/assetlinks.json')
    assert.equal(android.headers['content-type'], 'application/json; charset=utf-8')
    assert.deepEqual(android.json(), [
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: { namespace: 'android_app', package_name: 'net.hilo.app', sha256_cert_fingerprints: [print] },
      },
    ])
    const apple = await server.app.inject('/.well-known/apple-app-site-association')
    assert.equal(apple.headers['content-type'], 'application/json; charset=utf-8')
    const [detail] = apple.json<{ applinks: { details: { appIDs: string[]; components: object[] }[] } }>().applinks
      .details
    assert.deepEqual(detail?.appIDs, ['A1B2C3D4E5.net.hilo.app'])
    assert.equal((detail?.components[0] as { '/': string })['/'], '/oauth/native')
  })
})

it('an application that is none stops the start', () => {
  const wrong = [
    { ANDROID_APP: 'net.hilo.app' },
    { ANDROID_APP: `hilo ${print}` },
    { ANDROID_APP: `net.hilo.app ${print.slice(3)}` },
    { IOS_APP: 'net.hilo.app' },
    { IOS_APP: 'a1b2c3d4e5.net.hilo.app' },
  ]
  for (const env of wrong) assert.throws(() => readConfig(env), /^Error: (?:ANDROID_APP|IOS_APP) /)
  assert.equal(readConfig({}).androidApp, undefined)
})
