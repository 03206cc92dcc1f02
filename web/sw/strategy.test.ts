import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { contract } from '@hilo/contract/index.ts'
import { assetsOf, strategyOf } from './strategy.ts'

const origin = 'https://hilo.example'
const way = (path: string, opening = false, method = 'GET') =>
  strategyOf({ method, opening, url: new URL(path, origin) }, origin)

test('technician pages are served from the cache, public pages network-first', () => {
  for (const path of ['/tecnico', '/tecnico/', '/tecnico/nueva', '/tecnico/intervencion/7/initial?x=1'])
    assert.equal(way(path, true), 'page', path)
  for (const path of ['/', '/login', '/login?return_to_url=%2Ftecnico']) assert.equal(way(path, true), 'door', path)
  for (const path of ['/vno', '/vno/puertos', '/oauth/user?code=1', '/loading-oauth', '/tecnicos', '/pendiente'])
    assert.equal(way(path, true), null, path)
})

test('calls, sign-in, streams and files are never intercepted, however they are requested', () => {
  const calls = Object.keys(contract).map((path) => `/api/v1/${path}.json`)
  const others = ['/api/v1/stream', '/api/docs', '/oidc/auth', '/oidc/token', '/healthz', '/metrics', '/sw.js']
  for (const path of [...calls, ...others])
    for (const opening of [true, false]) assert.equal(way(path, opening), null, path)
})

test('only GET requests to the own origin are intercepted', () => {
  assert.equal(way('/static/base-CIvz8AUg.js'), 'part')
  assert.equal(way('/assets/i18n/es.json'), 'text')
  assert.equal(way('/static/base-CIvz8AUg.js', false, 'POST'), null)
  assert.equal(way('/tecnico', true, 'POST'), null)
  assert.equal(way('https://elsewhere.example/static/base-CIvz8AUg.js'), null)
})

test('the parts of a page are the assets that its tags name', () => {
  const page = '<link rel="preload" href="/static/a-1.woff2"><script src="/static/b-2.js"></script><a href="/login">'
  assert.deepEqual(assetsOf(page), ['/static/a-1.woff2', '/static/b-2.js'])
})

test('the installed application has the colours of the theme', () => {
  const web = join(import.meta.dirname, '..')
  const theme = readFileSync(join(web, 'kit', 'tokens.css'), 'utf8')
  const colour = (name: string) => new RegExp(`--${name}: (#\\w{6});`).exec(theme)?.[1]
  const manifest = JSON.parse(readFileSync(join(web, 'assets', 'app.webmanifest'), 'utf8')) as Record<string, unknown>
  assert.equal(manifest['theme_color'], colour('surface'))
  assert.equal(manifest['background_color'], colour('bg'))
})
