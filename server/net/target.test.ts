/** S41: a user-supplied address never leads into the internal network, in any notation. */
import assert from 'node:assert/strict'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { isNetwork } from '../config.ts'
import { assertTarget, guardedLookup, isWithin, mayReach, readTarget, TargetRefused } from './target.ts'

const inside = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0.0.0.0/',
  'https://10.0.0.8/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1:aaaa::7f00:1]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[::127.0.0.1]/',
  'https://[2001:0:7f00:1::]/',
  'https://[fec0::1]/',
  'https://127.0.0.1./',
  'https://localhost./',
  'https://LOCALHOST/',
  'https://１２７.0.0.1/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[2002:7f00:1::]/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://localhost/',
  'https://intranet/',
]

test('S41 addresses of the own network are refused in every spelling', async () => {
  for (const url of inside) {
    assert.throws(() => readTarget(url), TargetRefused, url)
    await assert.rejects(assertTarget(url), TargetRefused, url)
  }
})

test('S41 only https, without a password, and a valid address', () => {
  for (const url of ['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'javascript:1', 'x', ''])
    assert.throws(() => readTarget(url), TargetRefused, url)
  assert.throws(() => readTarget('https://a:b@example.com/'), TargetRefused)
  assert.equal(readTarget('https://avisos.example.com/hilo?x=1').hostname, 'avisos.example.com')
  assert.equal(readTarget('https://93.184.215.14/').hostname, '93.184.215.14')
})

test('S41 this machine and a network of the own are reached only where they are named', async () => {
  const home = { networks: ['127.0.0.0/8', '::1'] }
  assert.equal(readTarget('http://127.0.0.1:9999/x', home).port, '9999')
  assert.equal((await assertTarget('http://localhost:9999/', home)).hostname, 'localhost')
  assert.throws(() => readTarget('http://10.0.0.8/', home), TargetRefused)
  assert.throws(() => readTarget('https://169.254.169.254/', home), TargetRefused)
  assert.equal(readTarget('https://10.4.7.1/', { networks: ['10.4.0.0/16'] }).hostname, '10.4.7.1')
  assert.throws(() => readTarget('https://10.5.7.1/', { networks: ['10.4.0.0/16'] }), TargetRefused)
})

test('S41 an address is judged the same in IPv4 and in IPv6', () => {
  const octet = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(octet, octet, octet, octet, (a, b, c, d) => {
      const v4 = `${a}.${b}.${c}.${d}`
      const own =
        a === 0 || a === 10 || a === 127 || (a === 192 && b === 168) || (a === 172 && b >> 4 === 1) || a >= 224
      if (own) assert.equal(mayReach(v4), false, v4)
      if (!mayReach(v4)) assert.equal(mayReach(`::ffff:${v4}`), false, v4)
    }),
  )
})

test('S41 no spelling of a private IPv4 address is let through, in a URL or as the answer of a resolver', () => {
  const octet = fc.integer({ min: 0, max: 255 })
  const rest = [octet, octet, octet] as const
  const own = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), ...rest),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
    fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
  )
  const hex = (value: number, digits = 2) => value.toString(16).padStart(digits, '0')
  fc.assert(
    fc.property(own, ([a, b, c, d]) => {
      const number = ((a * 256 + b) * 256 + c) * 256 + d
      const dotted = [a, b, c, d].join('.')
      const [high, low] = [`${hex(a)}${hex(b)}`, `${hex(c)}${hex(d)}`]
      const v4 = [
        dotted,
        `${dotted}.`,
        String(number),
        `0x${hex(number, 8)}`,
        `0${number.toString(8)}`,
        [a, b, c, d].map((one) => `0x${hex(one)}`).join('.'),
        [a, b, c, d].map((one) => `0${one.toString(8)}`).join('.'),
        `${a}.${b * 65_536 + c * 256 + d}`,
        `${a}.${b}.${c * 256 + d}`,
      ]
      const v6 = ['::ffff:', '::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'].flatMap((prefix) => [
        `${prefix}${dotted}`,
        `${prefix}${high}:${low}`,
      ])
      v6.push(`2002:${high}:${low}::1`, `2001:0:${high}:${low}::`, `0:0:0:0:0:FFFF:${high}:${low}`.toUpperCase())
      for (const host of [...v4, ...v6.map((one) => `[${one}]`)])
        assert.throws(() => readTarget(`https://${host}/`), TargetRefused, host)
      for (const address of [dotted, ...v6]) assert.equal(mayReach(address), false, address)
    }),
  )
  for (const open of ['8.8.8.8', '::ffff:8.8.8.8', '2a00:1450:4003::1']) assert.ok(mayReach(open), open)
  assert.equal(mayReach('fe80::1%eth0'), false)
})

test('S41 the connection checks again: a name that resolves to an internal address is not connected to', async () => {
  const server = createServer((_, answer) => void answer.end('reached'))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ask = (networks: string[]) =>
    new Promise<string>((resolve, reject) => {
      const asked = request(
        { host: 'localhost', port, family: 4, agent: false, lookup: guardedLookup({ networks }) },
        (answer) => {
          answer.setEncoding('utf8').on('data', resolve)
        },
      )
      asked.on('error', reject).end()
    })
  try {
    assert.equal(await ask(['127.0.0.0/8']), 'reached')
    await assert.rejects(ask([]), TargetRefused)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('valid networks are recognized', () => {
  for (const one of ['10.0.0.0/8', '203.0.113.7', '2001:db8::/32', '::1']) assert.ok(isNetwork(one), one)
  for (const one of ['10.0.0.0/33', '10.0.0.0/x', '10.0.0', 'a', '', '10.0.0.0/8/8', '::/129'])
    assert.ok(!isNetwork(one), one)
  assert.ok(isWithin('10.1.2.3', ['10.0.0.0/8']))
  assert.ok(isWithin('::ffff:10.1.2.3', ['10.0.0.0/8']))
  assert.ok(!isWithin('11.1.2.3', ['10.0.0.0/8']))
})
