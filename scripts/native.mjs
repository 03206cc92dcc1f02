/**
 * Prepares the native projects for compilation: builds the client for the device, writes the values both projects need, and
 * copies the build into them. `npm run native:sync`, with the variables of docs/native.md.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
/** Path of the sign-in's claimed return link on the server. */
const returnPath = '/oauth/native'

/** Validates a build's settings: a fault would only show on a phone. */
export function readBuild(env, version) {
  const api = URL.parse(env['VITE_API_BASE'] ?? '')
  const tried = env['HILO_NATIVE_TRY'] === '1' && api?.protocol === 'http:'
  if (!api || (api.protocol !== 'https:' && !tried) || api.href !== `${api.origin}/`)
    throw new Error('VITE_API_BASE has to be the address of the server, as https://hilo.example, without a path.')
  const link = env['VITE_NATIVE_REDIRECT']
  const claimed = link === undefined || link === '' ? null : URL.parse(link)
  if (link && (claimed?.protocol !== 'https:' || link !== `https://${claimed.host}${returnPath}`))
    throw new Error(`VITE_NATIVE_REDIRECT has to be https://<server>${returnPath}.`)
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const build = env['HILO_BUILD'] ?? String(major * 1_000_000 + minor * 10_000 + patch * 100)
  if (!/^[1-9]\d{0,8}$/.test(build)) throw new Error('HILO_BUILD has to be a whole number.')
  // A nonexistent host: the claim is never granted, and the private scheme is used.
  return { version, build, api: api.origin, link: link || '', linkHost: claimed?.host ?? 'unclaimed.invalid' }
}

/** Values for Gradle and Xcode. */
export const projectFiles = ({ version, build, linkHost }) => ({
  'android/hilo.properties': `version=${version}\nbuild=${build}\nlinkHost=${linkHost}\n`,
  'ios/build.xcconfig': `MARKETING_VERSION = ${version}\nCURRENT_PROJECT_VERSION = ${build}\nHILO_LINK_HOST = ${linkHost}\n`,
})

function run(web, file, args, env) {
  const done = spawnSync(process.execPath, [join(root, 'node_modules', file), ...args], {
    cwd: web,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (done.status !== 0) throw new Error(`${file} failed`)
}

/** Builds into `web` (a folder with the projects) and copies the build into them. */
export function sync(web, env = process.env) {
  const { version } = JSON.parse(readFileSync(join(root, 'web', 'package.json'), 'utf8'))
  const built = readBuild(env, version)
  for (const [path, text] of Object.entries(projectFiles(built))) writeFileSync(join(web, path), text)
  const push = env['VITE_NATIVE_PUSH'] === '1'
  if (push && !existsSync(join(web, 'android', 'app', 'google-services.json')))
    throw new Error('VITE_NATIVE_PUSH=1 wants the google-services.json of your Firebase project in web/android/app.')
  const out = join(web, 'dist-native')
  rmSync(out, { recursive: true, force: true })
  run(join(root, 'web'), 'vite/bin/vite.js', ['build', '--logLevel', 'warn', '--outDir', out, '--emptyOutDir'], {
    VITE_NATIVE: '1',
    VITE_API_BASE: built.api,
    ...(built.link && { VITE_NATIVE_REDIRECT: built.link }),
    ...(push && { VITE_NATIVE_PUSH: '1' }),
  })
  run(web, '@capacitor/cli/bin/capacitor', ['sync'], {})
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    sync(join(root, 'web'))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
