/** LemonLDAP::NG of Debian with its demonstration people, whose passwords are their names. */
import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { atRedirect, type TestBrowser } from '../../auth/test-browser.ts'
import { startProgram, type InstalledIssuer, type Page, type Registration } from './program.ts'

const portal = '/usr/share/lemonldap-ng/portal'
/** What it needs for OpenID Connect; the portal's package brings only the first for sure. */
const needed = [
  `${portal}/htdocs/index.psgi`,
  '/usr/bin/plackup',
  '/usr/share/perl5/String/Random.pm',
  '/usr/share/perl5/IO/String.pm',
]

export const unlessLemonLdap = needed.every((path) => existsSync(path))
  ? {}
  : {
      skip: 'en este equipo falta LemonLDAP::NG: apt-get install lemonldap-ng-fastcgi-server liblemonldap-ng-portal-perl libstring-random-perl libio-string-perl',
    }

function configuration(url: string, folder: string, clients: readonly Registration[]): object {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const storage = (name: string) => ({ Directory: join(folder, name), LockDirectory: join(folder, name) })
  return {
    cfgNum: 1,
    cfgDate: 1,
    authentication: 'Demo',
    userDB: 'Same',
    // The usual one needs ImageMagick, even where no page shows a captcha.
    captcha: '::Main::Plugin',
    demoExportedVars: { uid: 'uid', cn: 'cn', mail: 'mail' },
    whatToTrace: 'uid',
    domain: '127.0.0.1',
    locationRules: { '127.0.0.1': { default: 'accept' } },
    portal: `${url}/`,
    securedCookie: 0,
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: storage('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: storage('persistent'),
    localSessionStorage: 'Cache::FileCache',
    localSessionStorageOptions: { namespace: 'sessions', cache_root: join(folder, 'cache') },
    issuerDBOpenIDConnectActivation: 1,
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcRPMetaDataOptions: Object.fromEntries(
      clients.map((one, index) => [
        `rp${index}`,
        {
          oidcRPMetaDataOptionsClientID: one.id,
          oidcRPMetaDataOptionsClientSecret: one.secret,
          oidcRPMetaDataOptionsIDTokenSignAlg: one.algorithm,
          oidcRPMetaDataOptionsRedirectUris: one.redirect,
          oidcRPMetaDataOptionsPostLogoutRedirectUris: one.afterLogout,
        },
      ]),
    ),
  }
}

const settings = (folder: string) => `[all]
logger = Lemonldap::NG::Common::Logger::Std
userLogger = Lemonldap::NG::Common::Logger::Std
logLevel = warn
[configuration]
type = File
dirName = ${folder}
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'conf', 'cache_root' => '${join(folder, 'cache')}' }
[portal]
staticPrefix = /static
templateDir = ${portal}/templates
languages = es, en
`

const entities: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' }

/** The hidden fields of a page's form. */
function hidden({ text }: Page): Record<string, string> {
  const fields = [...text.matchAll(/<input\s[^>]*type="hidden"[^>]*>/g)].map(([tag]) => {
    const value = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
    return [value('name'), value('value').replace(/&\S+?;/g, (one) => entities[one] ?? one)]
  })
  return Object.fromEntries(fields) as Record<string, string>
}

export async function startLemonLdap(port: string, clients: readonly Registration[]): Promise<InstalledIssuer> {
  const { url, close } = await startProgram(
    port,
    async ({ folder, url }) => {
      for (const name of ['sessions', 'persistent', 'cache']) await mkdir(join(folder, name))
      await writeFile(join(folder, 'lmConf-1.json'), JSON.stringify(configuration(url, folder, clients)))
      await writeFile(join(folder, 'lemonldap-ng.ini'), settings(folder))
      return {
        program: 'plackup',
        words: ['-s', 'HTTP::Server::PSGI', '-o', '127.0.0.1', '-p', port, `${portal}/htdocs/index.psgi`],
        env: { LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') },
      }
    },
    '/.well-known/openid-configuration',
  )
  const visit = (browser: TestBrowser, address: string) => browser.follow(address, atRedirect)
  /** Ends at the question for consent, or at the redirect address if there is none. */
  const enter = async (browser: TestBrowser, address: string, name: string) => {
    const page = await visit(browser, address)
    return browser.follow(page.url, atRedirect, { ...hidden(page), user: name, password: name })
  }
  return {
    url: `${url}/`,
    close,
    visit,
    async signIn(browser, address) {
      const page = await enter(browser, address, 'dwho')
      return atRedirect(page.url) ? page : browser.follow(page.url, atRedirect, hidden(page))
    },
    async refuse(browser, address) {
      // A second account, because consent is stored for each account.
      const page = await enter(browser, address, 'rtyler')
      const [, confirm = ''] = /id="refuse"[^>]*\sval="([^"]+)"/.exec(page.text) ?? []
      return browser.follow(page.url, atRedirect, { ...hidden(page), confirm })
    },
    async signOut(browser, address) {
      const page = await browser.ask(address)
      return browser.follow(page.url, (next) => next.pathname === '/login', hidden(page))
    },
  }
}
