#!/bin/sh
# LemonLDAP::NG 2.16.1 of Debian 12 as an OpenID Connect provider.
# Its token endpoint does not decode the client id and secret of HTTP Basic, which RFC 6749 2.3.1 has form-encoded: an id with a mere
# hyphen that a client encodes as %2D (HTML 4.01, to which the RFC refers, leaves only letters and digits) is unknown. Sent as they are
# they are known, unless the secret holds a colon (RFC 7617 2 splits at the first one; here what follows a second one is lost) or the
# base64 of the pair holds + or / (here it ends there): such a client gets in by POST only. The metadata announce both ways. The 401
# comes without the realm that RFC 7617 2 requires.
# A declined consent is answered consent_required, which OpenID Connect Core 3.1.2.6 has for a consent that was not asked for, and not
# access_denied (RFC 6749 4.1.2.1): the client cannot tell that somebody said no.
# Needs Node and Debian 12 (amd64) with its perl, after apt-get update. Nothing is installed.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
ng=2.16.1+ds-deb12u10
apt-get -qq -o APT::Sandbox::User=root download \
  libapache-logformat-compiler-perl=0.36-3 libapache-session-perl=1.94-2 libcache-cache-perl=1.08-3 libclone-perl=0.46-1 libcommon-sense-perl=3.75-3 \
  libconfig-inifiles-perl=3.000003-2+deb12u1 libconvert-asn1-perl=0.33-1 libcookie-baker-perl=0.11-3 libcrypt-openssl-bignum-perl=0.09-2+b1 libcrypt-openssl-rsa-perl=0.33-3+b1 \
  libcrypt-openssl-x509-perl=1.9.14-2+b1 libcrypt-rijndael-perl=1.16-1+b2 libcrypt-urandom-perl=0.36-3 libdevel-stacktrace-ashtml-perl=0.15-2 libdevel-stacktrace-perl=2.0400-2 \
  liberror-perl=0.17029-2 libhash-multivalue-perl=0.16-3 libhtml-template-perl=2.97-2 libhttp-date-perl=6.05-2 libhttp-entity-parser-perl=0.25-2 libhttp-headers-fast-perl=0.22-3 \
  libhttp-message-perl=6.44-1 libhttp-multipartparser-perl=0.02-3 libio-string-perl=1.08-4 libjson-maybexs-perl=1.004004-1 libjson-perl=4.10000-1 libjson-xs-perl=4.040-1~deb12u1 \
  liblemonldap-ng-common-perl=$ng liblemonldap-ng-handler-perl=$ng liblemonldap-ng-portal-perl=$ng libmouse-perl=2.5.10-1+b3 libplack-perl=1.0050-1 \
  libposix-strftime-compiler-perl=0.44-3 libregexp-assemble-perl=0.38-2 libstream-buffered-perl=0.03-3 libstring-random-perl=1:0.32-2 libtimedate-perl=2.3300-2 \
  libtry-tiny-perl=0.31-2 libtypes-serialiser-perl=1.01-1 liburi-perl=5.17-1 libwww-form-urlencoded-perl=0.26-2 libwww-perl=6.68-1
for deb in *.deb; do dpkg-deb -x "$deb" root; done
cat >ask.mjs <<'JS'
import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const here = process.cwd()
const port = randomInt(20000, 30000)
const url = `http://127.0.0.1:${port}`
const redirect = 'http://127.0.0.1/back'
const clients = [['rail', 'word'], ['rail-west', 'word'], ['depot', 'one:two'], ['yard', 'signal?']]
const party = ([id, secret]) => ({
  oidcRPMetaDataOptionsClientID: id, oidcRPMetaDataOptionsClientSecret: secret, oidcRPMetaDataOptionsRedirectUris: redirect,
  oidcRPMetaDataOptionsAllowClientCredentialsGrant: 1,
})
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
mkdirSync('sessions')
const storage = { Directory: `${here}/sessions`, LockDirectory: `${here}/sessions` }
writeFileSync('lmConf-1.json', JSON.stringify({
  cfgNum: 1, cfgDate: 1, portal: `${url}/`, domain: '127.0.0.1', locationRules: { '127.0.0.1': { default: 'accept' } },
  authentication: 'Demo', userDB: 'Same', requireToken: 0, captcha: '::Main::Plugin',
  globalStorage: 'Apache::Session::File', globalStorageOptions: storage,
  persistentStorage: 'Apache::Session::File', persistentStorageOptions: storage, localSessionStorageOptions: { cache_root: `${here}/cache` },
  issuerDBOpenIDConnectActivation: 1, oidcServiceAllowAuthorizationCodeFlow: 1,
  oidcServicePrivateKeySig: privateKey.export({ type: 'pkcs1', format: 'pem' }),
  oidcServicePublicKeySig: publicKey.export({ type: 'spki', format: 'pem' }),
  oidcRPMetaDataOptions: Object.fromEntries(clients.map((client, index) => [`party${index}`, party(client)])),
}))
writeFileSync('lemonldap-ng.ini', `[all]
logger = Lemonldap::NG::Common::Logger::Std
logLevel = error
[configuration]
type = File
dirName = ${here}
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'conf', 'cache_root' => '${here}/cache' }
[portal]
templateDir = ${here}/root/usr/share/lemonldap-ng/portal/templates
`)
const PERL5LIB = `${here}/root/usr/share/perl5:${here}/root/usr/lib/x86_64-linux-gnu/perl5/5.36`
const env = { ...process.env, PERL5LIB, LLNG_DEFAULTCONFFILE: `${here}/lemonldap-ng.ini` }
const words = ['-s', 'HTTP::Server::PSGI', '-o', '127.0.0.1', '-p', port, 'root/usr/share/lemonldap-ng/portal/htdocs/index.psgi']
const program = spawn('perl', ['root/usr/bin/plackup', ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] })

const basic = (id, secret) => ({ authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` })
const encode = (text) => text.replace(/[^a-z0-9]/gi, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
async function token(headers, more) {
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'profile', ...more })
  const answer = await fetch(`${url}/oauth2/token`, { method: 'POST', headers, body })
  return [answer.status, (await answer.json()).error, answer.headers.get('www-authenticate')].filter(Boolean).join(' ')
}
try {
  for await (const line of createInterface(program.stderr)) {
    if (line.includes('Accepting connections')) break
    console.error(line)
  }
  const metadata = await (await fetch(`${url}/.well-known/openid-configuration`)).json()
  console.log(`announced: ${metadata.token_endpoint_auth_methods_supported.sort().join(', ')}`)
  for (const [id, secret] of clients) {
    const encoded = await token(basic(encode(id), encode(secret)))
    const asIs = await token(basic(id, secret))
    const posted = await token({}, { client_id: id, client_secret: secret })
    console.log(`${id} ${secret}: encoded ${encoded}, as it is ${asIs}, by POST ${posted}`)
  }
  const request = { response_type: 'code', client_id: 'rail', redirect_uri: redirect, scope: 'openid' }
  const post = (form, headers) =>
    fetch(`${url}/oauth2/authorize?${new URLSearchParams(request)}`, { method: 'POST', headers, body: new URLSearchParams(form), redirect: 'manual' })
  const consent = await post({ user: 'dwho', password: 'dwho' })
  const cookie = consent.headers.getSetCookie().map((line) => line.split(';', 1)[0]).join('; ')
  const [, confirm] = /id="refuse"[^>]*\sval="([^"]+)"/.exec(await consent.text())
  const declined = await post({ confirm }, { cookie })
  console.log(`declined consent: ${new URL(declined.headers.get('location')).searchParams.get('error')}`)
} finally {
  if (program.exitCode === null && program.kill()) await once(program, 'exit')
}
JS
node ask.mjs | tee seen.txt
cat >expected.txt <<'TXT'
announced: client_secret_basic, client_secret_post
rail word: encoded 200, as it is 200, by POST 200
rail-west word: encoded 401 invalid_client Basic, as it is 200, by POST 200
depot one:two: encoded 401 invalid_client Basic, as it is 401 invalid_client Basic, by POST 200
yard signal?: encoded 401 invalid_client Basic, as it is 401 invalid_client Basic, by POST 200
declined consent: consent_required
TXT
diff expected.txt seen.txt && echo 'as described'
