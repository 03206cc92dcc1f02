import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountType } from '../api/account-type.ts'
import { homeOf, loginWith, returnPathAfterEnd, startupMove, returnPathOf } from './startup.ts'

const signedIn = (location: string, accountType: AccountType = 'va') =>
  startupMove({ location, signedIn: true, accountType })
const stranger = (location: string) => startupMove({ location, signedIn: false, accountType: 'none' })

test('a VNO administrator outside the own area goes to /vno and reloads', () => {
  for (const path of ['/', '/login', '/somewhere']) assert.deepEqual(signedIn(path), { to: '/vno', reload: true })
  assert.deepEqual(signedIn('/login', 'ad'), { to: '/vno', reload: true })
})

test('return_to_url takes precedence over /vno', () => {
  const back = signedIn('/login?return_to_url=%2Fvno%2Fpuertos%3Fstate%3D1')
  assert.deepEqual(back, { to: '/vno/puertos?state=1', reload: true })
})

test('an unencoded return_to_url keeps its own question mark', () => {
  assert.equal(signedIn('/login?return_to_url=/vno/puertos?state=1')?.to, '/vno/puertos?state=1')
})

test('no user is redirected away from vno, password-reset, agreements and oauth', () => {
  for (const path of [
    ...['/vno', '/vno/ctos?x=1', '/password-reset/new', '/agreements', '/llave-de-acceso', '/oauth/user?code=1'],
    ...['/loading-oauth', '/codigo'],
  ])
    assert.equal(signedIn(path), null, path)
})

test('return_to_url may be a page of no area, as help and the pages of protection are', () => {
  assert.equal(signedIn('/login?return_to_url=/ayuda')?.to, '/ayuda')
  assert.equal(signedIn('/login?return_to_url=/ayuda', 'te')?.to, '/ayuda')
})

test('return_to_url never leaves the site nor enters the area of another kind of account', () => {
  for (const away of [
    ...['https://evil.test/vno', '//evil.test/vno', '/\\evil.test/vno', 'javascript:alert(1)', '/login', '/oauth/user'],
  ])
    assert.equal(signedIn(`/login?return_to_url=${encodeURIComponent(away)}`)?.to, '/vno', away)
  assert.equal(signedIn('/login?return_to_url=/tecnico', 'va')?.to, '/vno')
})

test('technicians: the same rules with /tecnico', () => {
  assert.deepEqual(signedIn('/login', 'te'), { to: '/tecnico', reload: true })
  assert.deepEqual(signedIn('/vno/puertos', 'te'), { to: '/tecnico', reload: true })
  assert.equal(signedIn('/login?return_to_url=/vno/puertos', 'te')?.to, '/tecnico')
  assert.equal(signedIn('/login?return_to_url=/tecnico/historial', 'te')?.to, '/tecnico/historial')
  assert.equal(signedIn('/tecnico', 'te'), null)
})

test('an account pending approval sees the pending screen, whatever the path', () => {
  const waiting = (location: string, accountType: AccountType = 'va') =>
    startupMove({ location, signedIn: true, accountType, waiting: true })
  for (const path of ['/', '/login?return_to_url=/vno/ctos', '/vno', '/vno/perfil', '/somewhere'])
    assert.deepEqual(waiting(path), { to: '/pendiente', reload: false }, path)
  assert.deepEqual(waiting('/tecnico', 'te'), { to: '/pendiente', reload: false })
  for (const path of ['/pendiente', '/ayuda', '/agreements?return_to_url=/pendiente', '/password-reset/new'])
    assert.equal(waiting(path), null, path)
  assert.deepEqual(signedIn('/pendiente'), { to: '/vno', reload: true })
})

test('a session without an account stays where it is', () => {
  assert.equal(signedIn('/login', 'none'), null)
})

test('a signed-out user on a guarded path goes to login and keeps the return path', () => {
  assert.deepEqual(stranger('/vno'), { to: '/login', reload: false })
  assert.deepEqual(stranger('/tecnico'), { to: '/login', reload: false })
  assert.equal(stranger('/vno?return_to_url=/vno/ctos')?.to, '/login?return_to_url=%2Fvno%2Fctos')
  assert.equal(stranger('/vno/ctos?state=2')?.to, '/login?return_to_url=%2Fvno%2Fctos%3Fstate%3D2')
  assert.equal(stranger('/tecnico/historial')?.to, '/login?return_to_url=%2Ftecnico%2Fhistorial')
  for (const path of ['/', '/login', '/loading-oauth', '/oauth/user?error=x']) assert.equal(stranger(path), null, path)
})

test('the login page is never a return path', () => {
  assert.equal(loginWith('/login?return_to_url=/login'), '/login')
  assert.equal(loginWith(undefined), '/login')
  assert.equal(returnPathOf('/login?return_to_url=/vno/ctos'), '/vno/ctos')
  assert.equal(returnPathOf('/vno/puertos#x'), '/vno/puertos#x')
})

test("an ended session keeps its location as the return path, also the area's root", () => {
  for (const place of ['/vno', '/tecnico', '/vno/ctos?state=2']) assert.equal(returnPathAfterEnd(place), place)
  assert.equal(returnPathAfterEnd('/vno?return_to_url=/vno/ctos'), '/vno/ctos')
  for (const place of ['/', '/login']) assert.equal(returnPathAfterEnd(place), null)
  for (const door of ['/vno', '/vno/', '/tecnico', '/tecnico/']) assert.equal(returnPathOf(door), null)
})

test('home after signing in', () => {
  assert.equal(homeOf('none', '/vno'), null)
  assert.equal(homeOf('va', null), '/vno')
  assert.equal(homeOf('va', '/vno/puertos'), '/vno/puertos')
})
