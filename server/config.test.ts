import assert from 'node:assert/strict'
import { isAbsolute } from 'node:path'
import { test } from 'node:test'
import { readConfig } from './config.ts'

const external = 'postgres://hilo:clave@db.ejemplo.es/hilo'
const s3 = { S3_ENDPOINT: 'https://s3.ejemplo.es', S3_BUCKET: 'hilo', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
const issuer = { OIDC_ISSUER: 'https://id.ejemplo.es', OIDC_CLIENT_ID: 'hilo', OIDC_CLIENT_SECRET: 's' }

test('without variables it is the demonstration, on this machine only', () => {
  const config = readConfig({})
  assert.equal(config.publicUrl.href, 'http://127.0.0.1:3000/')
  assert.deepEqual([config.host, config.port, config.demo, config.seed], ['127.0.0.1', 3000, true, 'small'])
  assert.ok(isAbsolute(config.dataDir))
})

test('the demonstration is reachable from other machines only if explicitly configured', () => {
  assert.equal(readConfig({ HOST: '0.0.0.0' }).demo, false)
  assert.equal(readConfig({ HOST: '0.0.0.0', HILO_DEMO: '1' }).demo, true)
  assert.equal(readConfig({ PUBLIC_URL: 'https://hilo.ejemplo.es' }).demo, false)
})

test('an own database or issuer means work: no demonstration, no data', () => {
  for (const env of [{ DATABASE_URL: external }, issuer])
    assert.deepEqual([readConfig(env).demo, readConfig(env).seed], [false, 'none'])
  assert.equal(readConfig({ DATABASE_URL: external, HILO_SEED: 'standard' }).seed, 'standard')
})

test('push services are given a contact that is not of this machine', () => {
  const subjectOf = (env: Record<string, string>) => readConfig(env).vapidSubject
  assert.equal(subjectOf({ PUBLIC_URL: 'https://hilo.ejemplo.es' }), 'https://hilo.ejemplo.es')
  for (const env of [{}, { PUBLIC_URL: 'https://localhost:3000' }]) assert.match(subjectOf(env), /^mailto:.+\.invalid$/)
  for (const given of ['mailto:avisos@ejemplo.es', 'https://ejemplo.es/contacto'])
    assert.equal(subjectOf({ VAPID_SUBJECT: given }), given)
  for (const bad of ['avisos@ejemplo.es', 'mailto:', 'mailto:avisos', 'http://ejemplo.es', 'javascript:alert(1)'])
    assert.throws(() => readConfig({ VAPID_SUBJECT: bad }), /VAPID_SUBJECT/)
})

const wrong: [Record<string, string>, RegExp][] = [
  [{ PORT: 'tres' }, /PORT vale «tres»/],
  [{ HILO_PATIENCE: '0' }, /HILO_PATIENCE vale «0»/],
  [{ PORT: '70000' }, /PORT.*entre 0 y 65535/],
  [{ HILO_SEED: 'grande' }, /HILO_SEED.*none, small, standard/],
  [{ HILO_DEMO: 'sí' }, /HILO_DEMO.*0, 1/],
  [{ PLANT: 'snmp' }, /PLANT.*simulated/],
  [{ DATABASE_URL: 'mysql://u:p@h/d' }, /DATABASE_URL.*postgres:/],
  [{ DATABASE_URL: 'postgres://u:p@h1,h2:x/d' }, /DATABASE_URL.*separados por comas/],
  [{ DATABASE_APP_URL: 'postgres://hilo_app:p@h/d' }, /DATABASE_APP_URL.*DATABASE_URL/],
  [{ DATABASE_URL: external, DATABASE_APP_URL: external }, /DATABASE_APP_URL.*hilo_app/],
  [{ DATABASE_URL: external, DATABASE_JOBS_URL: external }, /DATABASE_JOBS_URL.*hilo_jobs/],
  [{ OIDC_ISSUER: issuer.OIDC_ISSUER }, /OIDC_CLIENT_ID y OIDC_CLIENT_SECRET/],
  [{ ...issuer, OIDC_ISSUER: 'http://id.ejemplo.es' }, /OIDC_ISSUER.*https/],
  [{ PUBLIC_URL: 'http://hilo.ejemplo.es' }, /PUBLIC_URL.*https/],
  [{ PUBLIC_URL: 'https://hilo.ejemplo.es/ruta' }, /PUBLIC_URL.*sin ruta/],
  [{ SMTP_URL: 'correo' }, /SMTP_URL/],
  [{ S3_ENDPOINT: 'https://s3.ejemplo.es' }, /S3_BUCKET, S3_ACCESS_KEY_ID/],
  [{ ...s3, S3_ENDPOINT: 'http://s3.ejemplo.es' }, /S3_ENDPOINT.*https/],
  [{ ...s3, S3_ENDPOINT: 'https://s3.ejemplo.es/hilo' }, /S3_ENDPOINT.*sin ruta/],
  [{ ...s3, S3_BUCKET: 'Hilo' }, /S3_BUCKET/],
  [{ PUSH_URL: 'https://avisos.ejemplo.es' }, /PUSH_SECRET/],
  [{ PUSH_URL: 'http://avisos.ejemplo.es', PUSH_SECRET: '0123456789abcdef' }, /PUSH_URL.*https/],
  [{ SMS_URL: 'sms:1', SMS_SECRET: '0123456789abcdef' }, /SMS_URL/],
  [{ STATEMENT_TIMEOUT_S: '0' }, /STATEMENT_TIMEOUT_S/],
  [{ MAP_TILES: '/no/hay/calles.pmtiles' }, /MAP_TILES.*no existe el fichero/],
  [{ MAP_TILES: import.meta.filename }, /MAP_TILES.*PMTiles/],
  [{ MAP_TILES: 'ftp://mapas.ejemplo.es/x' }, /MAP_TILES.*esa dirección no vale/],
  [{ MAP_TILES: 'https://yo:clave@mapas.ejemplo.es/x' }, /MAP_TILES.*no puede llevar claves/],
  [{ HILO_JOBS: '0' }, /HILO_JOBS.*DATABASE_URL/],
]
for (const [env, text] of wrong)
  test(`${JSON.stringify(env)} stops the start in Spanish`, () => assert.throws(() => readConfig(env), text))

test('an error never repeats a secret', () => {
  assert.throws(
    () => readConfig({ DATABASE_URL: 'http://u:secreta@h/d' }),
    (error: Error) => !error.message.includes('secreta'),
  )
})

test('proxies are addresses or networks; words and ports are refused in a sentence', () => {
  const proxies = (TRUSTED_PROXIES: string) => readConfig({ TRUSTED_PROXIES }).trustedProxies
  assert.deepEqual(proxies('10.0.0.5, 2001:db8::/32'), ['10.0.0.5', '2001:db8::/32'])
  for (const wrong of [
    ...['loopback', '10.0.0.5:443', '[::1]', 'proxy.interno', 'true', '10.0.0.0/33', '10.0.0.0/255.0.0.0'],
  ])
    assert.throws(() => proxies(wrong), /^Error: TRUSTED_PROXIES contiene «.+» y cada valor tiene que ser una red/)
})
