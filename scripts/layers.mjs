/**
 * The dependency rule of ARCHITECTURE.md, checked on every import: server -> contract -> domain -> nothing, and web ->
 * domain with the contract as types. Inside them: db | kernel/sql | kernel/list | plant <- areas <- kernel/request <- http
 * <- main, and sw <- native <- api <- kit <- ui <- offline <- lists <- features <- app; the worker in `sw` knows nothing but itself.
 * A button and a dialog are drawn by web/kit alone.
 * Neither areas nor features know each other, beside what all areas share in `areas/shared`, and no file imports itself through others, be it for a type or when it is
 * opened. Beside them: names of files, unused exports, and packages of others.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deadExports } from './exports.mjs'
import { importsOf, isTest } from './imports.mjs'
import { packageFaults } from './packages.mjs'

const root = join(dirname(new URL(import.meta.url).pathname), '..')
const packages = ['domain', 'contract', 'server', 'web', 'e2e', 'bench', 'crowd']
const skipped = new Set(['node_modules', 'dist', 'dist-native', '.cache', 'build-output'])

/** The tests' browser is chosen in one place. */
const browser = 'scripts/chromium.mjs'
/** What is measured, and what browser tests run, is what `npm start` runs. */
const bundler = 'scripts/server-build.mjs'

/** Allowed imports of a package: own code at run time, own types, and third-party packages. */
const packageRules = {
  domain: { ours: [], types: [], others: () => false },
  contract: { ours: ['domain'], types: [], others: (name) => name === 'zod/mini' },
  server: { ours: ['contract', 'domain'], types: [], others: () => true },
  web: { ours: ['domain'], types: ['contract'], others: (name) => !name.startsWith('node:') },
  // Imports the client's map, so that no screen is missed.
  e2e: {
    ours: ['contract', 'domain', 'server'],
    types: ['web'],
    map: ['web/app/menu.ts', 'web/app/screens.ts', browser, bundler],
    others: () => true,
  },
  // Its devices use the product's own queue.
  crowd: {
    ours: ['contract', 'domain', 'server'],
    types: ['web'],
    map: ['web/offline/operation.ts', 'web/api/uuid7.ts'],
    others: () => true,
  },
  bench: {
    ours: ['contract', 'domain', 'server'],
    map: [browser, bundler, 'scripts/web-build.mjs'],
    others: () => true,
  },
}

/** Lower layers first; a layer uses itself and everything below it. On the server types may come from above. */
const serverLayers = [
  [
    'config.ts',
    'database-address.ts',
    'log.ts',
    'failure.ts',
    'map-tiles.ts',
    'failpoint.ts',
    'kernel/handler.ts',
    'kernel/place.ts',
    'kernel/principal.ts',
    'kernel/lost-connection.ts',
    'kernel/texts.ts',
    'kernel/validation.ts',
    'seed/rng.ts',
  ],
  ['db', 'kernel/sql', 'kernel/list', 'plant', 'files', 'mail', 'net'],
  ['load'],
  ['process'],
  ['auth'],
  ['people'],
  ['jobs', 'seed'],
  ['areas'],
  ['kernel/request'],
  ['http'],
  ['app.ts', 'backup'],
  ['main.ts', 'admin.ts', 'backup.ts', 'restore.ts', 'test', 'fuzz', 'matrix', 'guards', 'faults'],
]
const webLayers = [
  ['sw'],
  ['native'],
  ['api'],
  ['kit', 'ui/text.ts', 'ui/Unbroken.tsx', 'ui/unbroken.ts'],
  ['ui'],
  ['offline'],
  ['lists'],
  ['features'],
  ['app'],
]
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|night|soak|pictures|list|form|config|types|d))*\.(ts|tsx)$/
const component = /^[A-Z][A-Za-z0-9]*(\.test)?\.tsx$/

/** Every violation of one file, as sentences. */
export function faults(path, text) {
  const found = []
  const name = basename(path)
  if (!kebab.test(name) && !component.test(name))
    found.push('file name is neither kebab-case nor a PascalCase component')
  if (isTest(path)) return found
  for (const { from, type } of importsOf(text)) {
    const reason = refuse(path, from, type)
    if (reason) found.push(`imports ${from}: ${reason}`)
  }
  const element = path.startsWith('web/') && !path.startsWith('web/kit/') && /<(button|dialog)\b/.exec(text)?.[1]
  if (element) found.push(`draws <${element}>: the one of web/kit has the look, the keyboard and the focus`)
  return found
}

function refuse(path, from, isType) {
  const home = path.split('/')[0]
  const target = resolve(path, from)
  if (home === 'web' && isBuild(path)) return undefined
  if (target === undefined) return packageRules[home].others(from) ? undefined : 'not allowed in this package'
  const other = target.split('/')[0]
  if (other !== home) {
    const { ours, types, map } = packageRules[home]
    if (map?.includes(target)) return undefined
    return ours.includes(other) || (isType && types.includes(other)) ? undefined : `${home} must not use ${other}`
  }
  if (home === 'server') return refuseInServer(path, target, isType)
  return home === 'web' ? refuseInWeb(path, target) : undefined
}

/** Path from the root of an import; undefined for a third-party package. */
function resolve(path, from) {
  if (from.startsWith('.')) return join(dirname(path), from).replaceAll(sep, '/')
  return from.startsWith('@hilo/') ? from.slice('@hilo/'.length) : undefined
}

function isBuild(path) {
  return path.startsWith('web/build/') || ['web/vite.config.ts', 'web/capacitor.config.ts'].includes(path)
}

function refuseInServer(path, target, isType) {
  const [mine, theirs] = [area(path, 'areas'), area(target, 'areas')]
  if (mine && theirs && mine !== theirs) return theirs === 'shared' ? undefined : 'areas do not know each other'
  if (isType || mine === theirs) return mine && theirs ? undefined : above(serverLayers, path, target, isType)
  return above(serverLayers, path, target, isType)
}

function refuseInWeb(path, target) {
  const [mine, theirs] = [area(path, 'features'), area(target, 'features')]
  if (mine && theirs && mine !== theirs) return 'features do not know each other'
  return above(webLayers, path, target, false)
}

function area(path, folder) {
  const [, first, second] = path.split('/')
  return first === folder ? second : undefined
}

function above(layers, path, target, isType) {
  const [mine, theirs] = [layerOf(layers, path), layerOf(layers, target)]
  if (mine === -1) return `${path.split('/')[1]} has no layer: give it one here`
  return isType || theirs <= mine ? undefined : `${target.split('/').slice(1).join('/')} lies in a higher layer`
}

function layerOf(layers, path) {
  const [, first = '', second = ''] = path.split('/')
  const exact = layers.findIndex((names) => names.includes(`${first}/${second}`))
  return exact === -1 ? layers.findIndex((names) => names.includes(first)) : exact
}

function filesOf(folder, kind) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesOf(path, kind)
    return kind.test(entry.name) ? [path] : []
  })
}

/**
 * Import cycles among files, each as the sorted paths of its files; type and lazy imports count. `texts`: text by path from
 * the root.
 */
export function circles(texts) {
  const imports = (path) =>
    importsOf(texts.get(path))
      .map(({ from }) => resolve(path, from))
      .filter((target) => texts.has(target))
  const found = []
  const [order, lowest, open] = [new Map(), new Map(), []]
  // Tarjan: files of one cycle leave the stack together.
  const visit = (path) => {
    order.set(path, order.size)
    lowest.set(path, order.get(path))
    open.push(path)
    for (const target of imports(path)) {
      if (!order.has(target)) visit(target)
      if (open.includes(target)) lowest.set(path, Math.min(lowest.get(path), lowest.get(target)))
    }
    if (lowest.get(path) !== order.get(path)) return
    const together = open.splice(open.indexOf(path))
    if (together.length > 1 || imports(path).includes(path)) found.push(together.sort())
  }
  for (const path of texts.keys()) if (!order.has(path)) visit(path)
  return found
}

/** The process that reads an uploaded file starts for every file; building the contract's schemas takes longer than most files. */
const reader = 'server/load/reader-process.ts'

/** Path of imports at run time from a file to the contract, as paths from the root; null if it reaches none. */
export function wayToContract(texts, path = reader, passed = new Set()) {
  if (path.startsWith('contract/')) return [path]
  passed.add(path)
  for (const { from, type } of importsOf(texts.get(path) ?? '')) {
    const target = type ? undefined : resolve(path, from)
    if (target === undefined || passed.has(target)) continue
    const way = wayToContract(texts, target, passed)
    if (way !== null) return [path, ...way]
  }
  return null
}

/** Files that name packages besides the sources: style sheets and native builds. */
const naming = /\.(tsx?|mjs|css|gradle|swift)$/

/** Every violation about third-party packages. Folders without package.json belong to the root's. */
function brokenPackages() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const { workspaces } = lock['']
  return ['', ...workspaces].flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const folders = folder === '' ? [...packages.filter((name) => !workspaces.includes(name)), 'scripts'] : [folder]
    const texts = read(folders.flatMap((name) => filesOf(join(root, name), naming)))
    const kinds = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies]
    const declared = kinds.flatMap((names) => Object.keys(names ?? {}))
    const peers = declared.flatMap((name) => Object.keys(lock[`node_modules/${name}`]?.peerDependencies ?? {}))
    return packageFaults({ manifest, texts, peers, isProduct: folder === 'server' })
  })
}

/** Text by path from the root. */
function read(paths) {
  const named = paths.map((path) => [relative(root, path).replaceAll(sep, '/'), readFileSync(path, 'utf8')])
  return new Map(named)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const texts = read(packages.flatMap((name) => filesOf(join(root, name), /\.tsx?$/)))
  const way = wayToContract(texts)
  const broken = [
    ...(way === null ? [] : [`the process that reads files builds the contract: ${way.join(' -> ')}`]),
    ...[...texts].flatMap(([path, text]) => faults(path, text).map((fault) => `${path}: ${fault}`)),
    ...circles(texts).map((circle) => `import circle: ${circle.join(', ')}`),
    ...deadExports(new Map([...texts, ...read(filesOf(join(root, 'scripts'), /\.mjs$/))]), resolve),
    ...brokenPackages(),
  ]
  for (const line of broken) console.error(line)
  if (broken.length > 0) process.exitCode = 1
}
