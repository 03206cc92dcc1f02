import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownWords, passwordFault } from '@hilo/domain/password.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { addressSubject } from './rate-limit.ts'

test('a password is right against its own hash only, however it was typed', async () => {
  const hash = await hashPassword('camión de fibra ñ')
  assert.match(hash, /^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  assert.equal(await verifyPassword('camión de fibra ñ', hash), true)
  assert.equal(await verifyPassword('camión de fibra ñ'.normalize('NFD'), hash), true)
  assert.equal(await verifyPassword('camion de fibra n', hash), false)
  assert.notEqual(hash, await hashPassword('camión de fibra ñ'))
})

test('without a valid hash every password is wrong', async () => {
  const readable = await hashPassword('')
  const stored = [null, '', 'x', 'scrypt$1$8$1$AA$AA']
  const changed = [readable.replace('32768', '999999999'), readable.replace('scrypt', 'plain')]
  for (const hash of [...stored, ...changed]) assert.equal(await verifyPassword('', hash), false)
})

test('more than 128 characters are never right, though their beginning is', async () => {
  const long = 'ab cd ef gh '.repeat(11).slice(0, 128)
  const hash = await hashPassword(long)
  assert.equal(await verifyPassword(long, hash), true)
  assert.equal(await verifyPassword(`${long}x`, hash), false)
})

test('S19 at least twelve characters, at most 128, and none that is tried first', () => {
  assert.equal(passwordFault('once letras'), 'short')
  assert.equal(passwordFault('x1'.repeat(65)), 'long')
  for (const common of [
    ...['administrador', 'Contraseña2026', 'aaaaaaaaaaaaaaa', '123456789012', 'FibraOptica-2026', 'Bienvenido 1234'],
  ])
    assert.equal(passwordFault(common), 'common', common)
  assert.equal(passwordFault('Operadora-Norte-26', ['Operadora Norte']), 'common')
  const goods = ['tres tristes tigres', 'la demostracion del hilo rojo', '日本語のパスワードを使う人々', 'a1b2c3d4e5f6']
  for (const good of goods) assert.equal(passwordFault(good, ['Ana Ruiz', 'ana@norte.test']), null, good)
})

test('S19 the demonstration’s password and one’s own address are refused, however they are written', () => {
  const words = ownWords('Ana Gil Peña', 'ana.gil@norte-fibra.es')
  for (const near of [
    ...['hilo-demo-2026', 'Hilo Demo 2027!', 'H1L0-d3m0-2026', 'hi1o_demo_99999999', '2026-demo-hilo'],
    ...['ana.gil@norte-fibra.es', 'Ana.Gil@Norte-Fibra.es1', 'ANAGIL-NORTEFIBRA', 'anagil-hilo-2026'],
    ...['Gil Peña Ana 1980', '4n4.g1l@n0rte-f1br4.es'],
  ])
    assert.equal(passwordFault(near, words), 'common', near)
  assert.equal(passwordFault('hilo-demo-2026'), 'common', 'whoever it is')
  assert.equal(passwordFault('mañana cosemos hilo rojo', words), null)
})

test('an IPv6 /64 counts as one address, an IPv4 one in any notation', () => {
  assert.equal(addressSubject('2001:db8:1:2:3:4:5:6'), addressSubject('2001:db8:1:2::9'))
  assert.notEqual(addressSubject('2001:db8:1:2::9'), addressSubject('2001:db8:1:3::9'))
  assert.equal(addressSubject('::ffff:10.0.0.1'), '10.0.0.1')
  assert.equal(addressSubject('fe80::1%eth0'), 'fe80:0:0:0')
})
