/** The address of a caller behind proxies, as a key bound to networks sees it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { closedAfter } from '../test/closed-after.ts'
import { makeAdmin, makeSession, makeVno } from '../test/factories.ts'
import { startTestServer } from '../test/harness.ts'
import { systemRole } from '../test/rights-factories.ts'

const server = closedAfter(await startTestServer({ TRUSTED_PROXIES: '127.0.0.1, 198.51.100.4, 2001:db8:ffff::/48' }))
const session = await makeSession(server.db, await makeAdmin(server.db, { vno: await makeVno(server.db) }))
const key = {
  name: 'Sistema',
  role_id: await systemRole(server.db, 'va'),
  addresses: ['203.0.113.0/24', '2001:db8::/48'],
}
const made = await server.call('admin_vno/apikeys/create', key, { session })
const bearer = (made.body as { record: { key: string } }).record.key

const from = async (forwarded: string) =>
  (await server.call('admin_vno/ports/get', {}, { bearer, headers: { 'x-forwarded-for': forwarded } })).status

const inside = [
  ...['203.0.113.7', '203.0.113.7:52344', '2001:db8::7', '[2001:db8::7]', '[2001:db8::7]:52344', '[2001:DB8::7]:1'],
  ...['192.0.2.1, 203.0.113.7:52344', '203.0.113.7:52344, 198.51.100.4:443', '203.0.113.7 ,[2001:db8:ffff::1]:8443'],
]
const outside = [
  ...['192.0.2.1', '192.0.2.1:52344', '[2001:db9::7]:52344', '203.0.113.7, 192.0.2.1:443', 'unknown', '_hidden'],
  ...['203.0.113.7:', '203.0.113.7:123456', '203.0.113.7:1:2', '[203.0.113.7]:1', '[2001:db8::7', '203.0.113.777:1'],
]

it('ports and brackets of forwarded addresses do not count', async () => {
  for (const one of inside) assert.equal(await from(one), 200, one)
})

it('what is no address, or of another network, is refused', async () => {
  for (const one of outside) assert.equal(await from(one), 403, one)
})
