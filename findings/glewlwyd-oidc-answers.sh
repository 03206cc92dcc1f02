#!/bin/sh
# Glewlwyd 2.7.5 of Debian 12 as an OpenID Connect provider, its plugin "oidc" with one RS256 key.
# Token endpoint: RFC 6749 5.2 answers a wrong secret 401 invalid_client with WWW-Authenticate, here it is 403 unauthorized_client without;
# a used code and a code with another redirect address 400 invalid_grant, here 403 invalid_code (which no RFC has) and 403
# unauthorized_client. Client id and secret of HTTP Basic, form-encoded by RFC 6749 2.3.1, are not decoded.
# Authorization endpoint: the code flow is refused without a nonce, which OpenID Connect Core 3.1.2.1 makes optional.
# Signatures: a client may be set to RS384, which the metadata announce; its id token then names the one key, published with `alg` RS256.
# A verifier that heeds `alg`, what a key is intended for (RFC 7517 4.4), finds no key.
# Logout (OpenID Connect RP-Initiated Logout 1.0, section 2): POST, a MUST, does not exist; without id_token_hint, only recommended, the
# answer is 200 and an empty page; without `state`, optional, the confirming page is not given post_redirect_to, on which it decides whether
# to go back. The store of clients as installed refuses a list of post_logout_redirect_uris and drops a single one in silence: a client
# has none until the administrator adds the field to the store's data format.
# Needs Node and Debian 12 (amd64), after apt-get update. Nothing is installed.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get -qq -o APT::Sandbox::User=root download \
  glewlwyd=2.7.5-3+deb12u1 libbrotli1=1.0.9-2+deb12u1 libcbor0.8=0.8.0-2+b1 libcom-err2=1.47.0-2+b2 libconfig9=1.5-0.4 libcurl3-gnutls=7.88.1-10+deb12u15 \
  libgssapi-krb5-2=1.20.1-2+deb12u5 libhoel1.4=1.4.27-1 libiddawc1.1=1.1.8-1 libjansson4=2.14-2 libk5crypto3=1.20.1-2+deb12u5 libkeyutils1=1.6.3-2 libkrb5-3=1.20.1-2+deb12u5 \
  libkrb5support0=1.20.1-2+deb12u5 libldap-2.5-0=2.5.13+dfsg-5 libmariadb3=1:10.11.19-0+deb12u1 libmicrohttpd12=0.9.75-6 libnghttp2-14=1.52.0-1+deb12u3 liboath0=2.6.7-3.1+deb12u1 \
  liborcania2.3=2.3.2-1 libpq5=15.20-0+deb12u1 libpsl5=0.21.2-1 libreadline8=8.2-1.3 librhonabwy1.1=1.1.11-1 librtmp1=2.4+20151223.gitfa8646d.1-2+b2 \
  libsasl2-2=2.1.28+dfsg-10+deb12u1 libsqlite3-0=3.40.1-2+deb12u2 libssh2-1=1.10.0-3+deb12u1 libulfius2.7=2.7.13-1 libyder2.0=1.4.19-1 sqlite3=3.40.1-2+deb12u2
for deb in *.deb; do dpkg-deb -x "$deb" root; done
export LD_LIBRARY_PATH="$dir/root/usr/lib/x86_64-linux-gnu:$dir/root/lib/x86_64-linux-gnu"
root/usr/bin/sqlite3 db <root/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3
port=$((20000 + $$ % 10000))
cat >conf <<CONF
port = $port
bind_address = "127.0.0.1"
external_url = "http://127.0.0.1:$port"
session_key = "session"
user_module_path = "$dir/root/usr/lib/glewlwyd/user"
client_module_path = "$dir/root/usr/lib/glewlwyd/client"
user_auth_scheme_module_path = "$dir/root/usr/lib/glewlwyd/scheme"
plugin_module_path = "$dir/root/usr/lib/glewlwyd/plugin"
database = { type = "sqlite3" path = "$dir/db" };
CONF
root/usr/bin/glewlwyd --config-file=conf &
program=$!
trap 'kill $program && wait $program || true; rm -rf "$dir"' EXIT
cat >ask.mjs <<'JS'
import { generateKeyPairSync } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const url = `http://127.0.0.1:${process.argv[2]}/api`
const redirect = 'http://127.0.0.1/back'
const after = 'http://127.0.0.1/out'
let cookie = ''
async function ask(method, path, sent, more) {
  const [type, body] = sent instanceof URLSearchParams ? [{}, sent] : [sent && { 'content-type': 'application/json' }, JSON.stringify(sent)]
  const answer = await fetch(url + path, { method, headers: { cookie, ...type, ...more }, body, redirect: 'manual' })
  cookie = answer.headers.getSetCookie().find((line) => line.startsWith('session='))?.split(';', 1)[0] ?? cookie
  const text = await answer.text()
  const json = text === '' ? {} : JSON.parse(text)
  const said = [answer.status, text === '' ? 'nothing' : json.error, answer.headers.get('www-authenticate')].filter(Boolean).join(' ')
  return { said, text, json, to: new URL(answer.headers.get('location') ?? url).searchParams }
}
const client = (client_id, more) => ({
  client_id, client_secret: 'word', confidential: true, enabled: true, redirect_uri: [redirect], authorization_type: ['code'],
  token_endpoint_auth_method: ['client_secret_basic'], ...more,
})
const signIn = (username, password) => ask('POST', '/auth/', { username, password })
const authorize = async (client_id, more) => {
  const request = { response_type: 'code', client_id, redirect_uri: redirect, scope: 'openid', state: 'x', ...more }
  return (await ask('GET', `/oidc/auth?${new URLSearchParams(request)}&g_continue`)).to
}
const newCode = async (id) => (await authorize(id, { nonce: 'n' })).get('code')
function redeem(code, id, secret, redirect_uri = redirect) {
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri })
  return ask('POST', '/oidc/token', body, { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` })
}

for (let tries = 0; !(await fetch(`${url}/../config`).then(({ ok }) => ok, () => false)); tries++) {
  if (tries === 100) throw new Error('Glewlwyd does not answer')
  await sleep(200)
}
await signIn('admin', 'password')
console.log(`store, list: ${(await ask('POST', '/client/', client('list', { post_logout_redirect_uris: [after] }))).text}`)
const { said: added } = await ask('POST', '/client/', client('one', { post_logout_redirect_uris: after }))
console.log(`store, one address: ${added}, kept: ${(await ask('GET', '/client/one')).json.post_logout_redirect_uris}`)
const { json: store } = await ask('GET', '/mod/client/database')
const field = (multiple) => ({ multiple, read: true, write: true })
Object.assign(store.parameters['data-format'], { post_logout_redirect_uris: field(true), id_token_signing_alg: field(false) })
await ask('PUT', '/mod/client/database', store)
await ask('PUT', '/mod/client/database/reset')
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
const parameters = {
  iss: `${url}/oidc`, 'jwks-show': true, 'jwks-private': JSON.stringify({ keys: [{ ...key, alg: 'RS256', kid: 'key' }] }),
  'access-token-duration': 3600, 'refresh-token-duration': 3600, 'code-duration': 600, 'auth-type-code-enabled': true,
  'session-management-allowed': true, 'session-cookie-name': 'sid', 'session-cookie-expiration': 3600,
}
await ask('POST', '/mod/plugin/', { module: 'oidc', name: 'oidc', display_name: 'oidc', enabled: true, parameters })
await ask('POST', '/user/', { username: 'somebody', password: 'password', enabled: true, scope: ['openid'] })
await ask('POST', '/client/', client('rail/west'))
await ask('POST', '/client/', client('rail', { post_logout_redirect_uris: [after], id_token_signing_alg: 'RS384' }))
await signIn('somebody', 'password')

console.log(`wrong secret: ${(await redeem(await newCode('rail'), 'rail', 'other')).said}`)
console.log(`other redirect address: ${(await redeem(await newCode('rail'), 'rail', 'word', after)).said}`)
const code = await newCode('rail')
console.log(`code: ${(await redeem(code, 'rail', 'word')).said}, again: ${(await redeem(code, 'rail', 'word')).said}`)
const encoded = await redeem(await newCode('rail/west'), 'rail%2Fwest', 'word')
const asIs = await redeem(await newCode('rail/west'), 'rail/west', 'word')
console.log(`rail/west: encoded ${encoded.said}, as it is ${asIs.said}`)
const refused = await authorize('rail')
console.log(`without nonce: ${refused.get('error')}, ${refused.get('error_description')}`)
const { id_token_signing_alg_values_supported: announced } = (await ask('GET', '/oidc/.well-known/openid-configuration')).json
const { keys } = (await ask('GET', '/oidc/jwks')).json
const { id_token } = (await redeem(await newCode('rail'), 'rail', 'word')).json
const { alg, kid } = JSON.parse(Buffer.from(id_token.split('.', 1)[0], 'base64url'))
console.log(`id token: ${alg}, ${announced.includes(alg) ? '' : 'not '}announced, by ${kid}; keys: ${keys.map((one) => `${one.kid} for ${one.alg}`)}`)
console.log(`logout by POST: ${(await ask('POST', '/oidc/end_session', new URLSearchParams({ id_token_hint: id_token }))).said}`)
for (const more of [{ state: 'x' }, { id_token_hint: id_token }, { id_token_hint: id_token, state: 'x' }]) {
  const logout = await ask('GET', `/oidc/end_session?${new URLSearchParams({ post_logout_redirect_uri: after, client_id: 'rail', ...more })}`)
  console.log(`logout with ${Object.keys(more).join(', ')}: ${logout.said}, post_redirect_to ${logout.to.get('post_redirect_to')}`)
}
JS
node ask.mjs $port | tee seen.txt
cat >expected.txt <<'TXT'
store, list: ["property 'post_logout_redirect_uris' must be a string value (maximum 16M characters)"]
store, one address: 200 nothing, kept: undefined
wrong secret: 403 unauthorized_client
other redirect address: 403 unauthorized_client
code: 200, again: 403 invalid_code
rail/west: encoded 403 unauthorized_client, as it is 200
without nonce: invalid_request, nonce required
id token: RS384, announced, by key; keys: key for RS256
logout by POST: 404 resource not found
logout with state: 200 nothing, post_redirect_to null
logout with id_token_hint: 302 nothing, post_redirect_to null
logout with id_token_hint, state: 302 nothing, post_redirect_to http://127.0.0.1/out
TXT
diff expected.txt seen.txt && echo 'as described'
