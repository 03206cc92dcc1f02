/** The native projects as compiled: a whole build copied into a copy of them, and its checks. */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { projectFiles, readBuild, sync } from './native.mjs'

const root = join(import.meta.dirname, '..')
const web = join(root, 'web')
const { version, dependencies } = JSON.parse(readFileSync(join(web, 'package.json'), 'utf8'))
const env = { VITE_API_BASE: 'https://hilo.test', VITE_NATIVE_REDIRECT: 'https://hilo.test/oauth/native' }
/** Packages with native code; the rest of Capacitor is the framework. */
const plugins = Object.keys(dependencies)
  .filter((name) => name.includes('capacitor') && !/^@capacitor\/(?:core|android|ios)$/.test(name))
  .sort()

const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found)
/** The tags of one kind in an XML text, each with its attributes. */
const tags = (text, name) =>
  matches(text, new RegExp(`<${name}((?:\\s[^>]*?)?)/?>`, 'g')).map((attributes) =>
    Object.fromEntries([...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  )
/** Value after a key of a property list, verbatim. */
const follows = (text, key) => new RegExp(`<key>${key}</key>\\s*(<(\\w+)/>|<(\\w+)>[\\s\\S]*?</\\3>)`).exec(text)?.[1]
const says = (text, key) => follows(text, key)?.replace(/<\/?string>/g, '')

let home = ''
const read = (path) => readFileSync(join(home, path), 'utf8')
const manifest = () => read('android/app/src/main/AndroidManifest.xml')

before(() => {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  home = mkdtempSync(join(cache, 'native-'))
  for (const part of ['package.json', 'capacitor.config.ts', 'android', 'ios'])
    cpSync(join(web, part), join(home, part), { recursive: true })
  sync(home, env)
})
after(() => rmSync(home, { recursive: true, force: true }))

test('both projects take version, number and link from the build', () => {
  const properties = `version=${version}\nbuild=${readBuild(env, version).build}\nlinkHost=hilo.test\n`
  assert.equal(read('android/hilo.properties'), properties)
  assert.match(read('ios/build.xcconfig'), new RegExp(`^MARKETING_VERSION = ${version.replaceAll('.', '\\.')}$`, 'm'))
  assert.match(read('android/app/build.gradle'), /versionName hilo\['version'\]/)
  assert.doesNotMatch(read('ios/App/App.xcodeproj/project.pbxproj'), /MARKETING_VERSION|CURRENT_PROJECT_VERSION/)
  assert.equal(says(read('ios/App/App/Info.plist'), 'CFBundleShortVersionString'), '$(MARKETING_VERSION)')
})

test('S15 S56 S58 Android: no backup, no clear text, no unnecessary permissions and entry points', () => {
  const [application] = tags(manifest(), 'application')
  const expected = {
    'android:allowBackup': 'false',
    'android:fullBackupContent': 'false',
    'android:usesCleartextTraffic': 'false',
    'android:networkSecurityConfig': '@xml/network_security_config',
    'android:dataExtractionRules': '@xml/data_extraction_rules',
  }
  for (const [key, value] of Object.entries(expected)) assert.equal(application[key], value, key)
  assert.equal(application['android:debuggable'], undefined)
  const asked = tags(manifest(), 'uses-permission').map((one) => one['android:name'].replace('android.permission.', ''))
  const most = 'ACCESS_COARSE_LOCATION ACCESS_FINE_LOCATION CAMERA INTERNET POST_NOTIFICATIONS VIBRATE'
  assert.deepEqual(asked.sort(), most.split(' '))
  const activities = tags(manifest(), 'activity').map((one) => [one['android:exported'], one['android:launchMode']])
  assert.deepEqual(activities, [['true', 'singleTask']])
  const providers = tags(manifest(), 'provider').map((one) => one['android:exported'])
  assert.deepEqual(providers, ['false'])
  const rules = read('android/app/src/main/res/xml/data_extraction_rules.xml')
  assert.equal(tags(rules, 'exclude').length, 10)
  assert.equal(tags(rules, 'include').length, 0)
  const network = read('android/app/src/main/res/xml/network_security_config.xml')
  assert.deepEqual(matches(network, /cleartextTrafficPermitted="(\w+)"/g), ['false'])
  assert.deepEqual(tags(network, 'certificates'), [{ src: 'system' }])
  const shared = read('android/app/src/main/res/xml/file_paths.xml')
  assert.doesNotMatch(shared, /<(?:external-path|root-path|files-path)/)
  const gradle = read('android/app/build.gradle')
  for (const line of ['debuggable false', 'minifyEnabled true', 'shrinkResources true'])
    assert.ok(gradle.includes(line), line)
})

test('plugins request no permission beyond the application’s', () => {
  const more = plugins.flatMap((name) => {
    const folder = join(root, 'node_modules', name, 'android', 'src', 'main', 'AndroidManifest.xml')
    return tags(readFileSync(folder, 'utf8'), 'uses-permission').map((one) => one['android:name'])
  })
  const known = ['android.permission.VIBRATE', 'android.permission.ACCESS_NETWORK_STATE']
  const unknown = [...new Set(more)].filter((one) => !known.includes(one))
  assert.deepEqual(unknown, [])
})

test('S58 only the link back from signing in opens the application, claimed or private', () => {
  assert.deepEqual(tags(manifest(), 'data'), [
    { 'android:scheme': 'https', 'android:host': '${linkHost}', 'android:path': '/oauth/native' },
    { 'android:scheme': '@string/custom_url_scheme', 'android:host': 'oauth', 'android:path': '/user' },
  ])
  assert.deepEqual(matches(manifest(), /android:autoVerify="(\w+)"/g), ['true'])
  assert.match(read('android/app/src/main/res/values/strings.xml'), /"custom_url_scheme">hilo</)
  const plist = read('ios/App/App/Info.plist')
  assert.deepEqual(matches(follows(plist, 'CFBundleURLSchemes'), /<string>(.*?)<\/string>/g), ['hilo'])
  const entitlements = read('ios/App/App/App.entitlements')
  assert.match(follows(entitlements, 'com.apple.developer.associated-domains'), /applinks:\$\(HILO_LINK_HOST\)/)
})

test('S15 S56 Apple: reasons in Spanish, no clear text, no backups', () => {
  const plist = read('ios/App/App/Info.plist')
  assert.equal(follows(plist, 'NSAppTransportSecurity'), undefined)
  assert.equal(follows(plist, 'ITSAppUsesNonExemptEncryption'), '<false/>')
  for (const key of ['NSCameraUsageDescription', 'NSLocationWhenInUseUsageDescription'])
    assert.match(says(plist, key), /^Hilo [a-záéíóúñ].{20,}\.$/, key)
  assert.equal(follows(plist, 'UIBackgroundModes'), undefined)
  const project = read('ios/App/App.xcodeproj/project.pbxproj')
  assert.equal(project.match(/CODE_SIGN_ENTITLEMENTS = App\/App\.entitlements;/g)?.length, 2)
  assert.match(project, /PrivacyInfo\.xcprivacy in Resources/)
  assert.equal(follows(read('ios/App/App/PrivacyInfo.xcprivacy'), 'NSPrivacyTracking'), '<false/>')
  assert.match(read('ios/App/App/AppDelegate.swift'), /isExcludedFromBackup = true/)
})

test('both projects have the same plugins, those of the package', () => {
  const android = JSON.parse(read('android/app/src/main/assets/capacitor.plugins.json')).map(({ pkg }) => pkg)
  assert.deepEqual(android.sort(), plugins)
  const swift = matches(read('ios/App/CapApp-SPM/Package.swift'), /node_modules\/([@\w/-]+)"/g)
  assert.deepEqual(swift.sort(), plugins)
  // The repository holds what the packages generate.
  const kept = readFileSync(join(web, 'android', 'app', 'capacitor.build.gradle'), 'utf8')
  assert.equal(read('android/app/capacitor.build.gradle'), kept)
})

test('S58 the view shows only its own files, cannot be debugged and writes no log', () => {
  for (const path of ['android/app/src/main/assets/capacitor.config.json', 'ios/App/App/capacitor.config.json']) {
    const config = JSON.parse(read(path))
    assert.equal(config.loggingBehavior, 'none')
    assert.deepEqual(config.server.allowNavigation, [])
    assert.equal(config.server.url, undefined)
    assert.equal(config.server.cleartext, false)
    assert.equal(config.android.webContentsDebuggingEnabled, false)
    assert.equal(config.ios.webContentsDebuggingEnabled, false)
    assert.equal(config.plugins.CapacitorHttp.enabled, false)
    assert.equal(config.plugins.CapacitorCookies.enabled, false)
  }
})

test('the embedded client is complete, calls its server only, and has no service worker', () => {
  const inside = 'android/app/src/main/assets/public'
  const page = read(`${inside}/index.html`)
  const [policy] = tags(page, 'meta').filter((one) => one['http-equiv'] === 'Content-Security-Policy')
  assert.match(policy.content.replaceAll('&#39;', "'"), /connect-src [^;]*https:\/\/hilo\.test(?:;|$)/)
  const files = readdirSync(join(home, inside), { recursive: true }).map(String)
  // Android would strip the suffix of a compressed file.
  const left = files.filter((path) => /(?:^|\/)sw[\w-]*\.js|\.(?:br|gz|map)$/.test(path))
  assert.deepEqual(left, [])
  const scripts = files.filter((path) => path.endsWith('.js')).map((path) => read(`${inside}/${path}`))
  assert.ok(scripts.some((script) => script.includes('LIBRARY_NO_CLOUD')))
  for (const script of scripts) assert.doesNotMatch(script, /localStorage\.(?:get|set)Item\([^)]*[tT]oken/)
  assert.equal(read('ios/App/App/public/index.html'), page)
})

test('a build that could not work is refused before anything is built', () => {
  const refused = [
    {},
    { VITE_API_BASE: 'hilo.test' },
    { VITE_API_BASE: 'http://hilo.test' },
    { VITE_API_BASE: 'https://hilo.test/api' },
    { ...env, VITE_NATIVE_REDIRECT: 'http://hilo.test/oauth/native' },
    { ...env, VITE_NATIVE_REDIRECT: 'https://hilo.test/oauth/user' },
    { ...env, VITE_NATIVE_REDIRECT: 'https://hilo.test/oauth/native?x=1' },
    { ...env, HILO_BUILD: '1.2' },
  ]
  for (const one of refused) assert.throws(() => readBuild(one, version), /VITE_|HILO_BUILD/, JSON.stringify(one))
})

test('a build without a claimed link goes back by the private scheme', () => {
  const built = readBuild({ VITE_API_BASE: 'https://hilo.test' }, '2.3.4')
  assert.deepEqual([built.linkHost, built.link, built.build], ['unclaimed.invalid', '', '2030400'])
  assert.match(projectFiles(built)['android/hilo.properties'], /^version=2\.3\.4$/m)
})
