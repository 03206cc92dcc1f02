/**
 * The dependency rule of ARCHITECTURE.md, checked on every import: server -> contract -> domain -> nothing, and web ->
 * domain with the contract as types. Inside them: db | plant <- areas <- http <- main, and sw <- native <- api <- ui <-
 * offline <- lists <- features <- app; the worker in `sw` knows nothing but itself.
 * Neither areas nor features know each other. File names are checked on the way.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(dirname(new URL(import.meta.url).pathname), '..')
const packages = ['domain', 'contract', 'server', 'web', 'e2e', 'bench', 'crowd']
const skipped = new Set(['node_modules', 'dist', 'dist-native', '.cache', 'android', 'ios'])

/** Which browser the tests run in is said once. */
const browser = 'scripts/chromium.mjs'

/** What a package may import: of ours at run time, of ours as types, and of others. */
const packageRules = {
  domain: { ours: [], types: [], others: () => false },
  contract: { ours: ['domain'], types: [], others: (name) => name === 'zod/mini' },
  server: { ours: ['contract', 'domain'], types: [], others: () => true },
  web: { ours: ['domain'], types: ['contract'], others: (name) => !name.startsWith('node:') },
  // Which screens there are, so that none is forgotten.
  e2e: {
    ours: ['contract', 'domain', 'server'],
    types: ['web'],
    map: ['web/app/menu.ts', 'web/app/screens.ts', browser],
    others: () => true,
  },
  // Its devices keep to the rules of the product's own queue.
  crowd: {
    ours: ['contract', 'domain', 'server'],
    types: ['web'],
    map: ['web/offline/operation.ts', 'web/api/uuid7.ts'],
    others: () => true,
  },
  // What is scrolled beside another grid is the product's own.
  bench: {
    ours: ['contract', 'domain', 'server'],
    types: ['web'],
    map: [
      browser,
      'web/features/ports/ports.list.ts',
      'web/lists/columns/config.ts',
      'web/lists/data/row-store.ts',
      'web/lists/data/use-rows.ts',
      'web/lists/grid/Grid.tsx',
      'web/lists/lists.css',
      'web/ui/theme.css',
      'web/ui/base.css',
    ],
    others: () => true,
  },
}

/** Lower layers first; a layer uses itself and everything below it. Types may be taken from above on the server. */
const serverLayers = [
  [
    'config.ts',
    'database-address.ts',
    'log.ts',
    'failpoint.ts',
    'http/handler.ts',
    'http/texts.ts',
    'http/validation.ts',
    'seed/rng.ts',
  ],
  ['db', 'plant', 'files', 'mail', 'net'],
  ['load'],
  ['process'],
  ['auth'],
  ['people'],
  ['jobs', 'seed'],
  ['areas'],
  ['http'],
  ['app.ts', 'backup'],
  ['main.ts', 'admin.ts', 'backup.ts', 'restore.ts', 'test', 'fuzz', 'matrix', 'guards', 'faults'],
]
const webLayers = [['sw'], ['native'], ['api'], ['ui'], ['offline'], ['lists'], ['features'], ['app']]
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|wide|soak|pictures|list|form|config|types|d))*\.(ts|tsx)$/
const component = /^[A-Z][A-Za-z0-9]*(\.test)?\.tsx$/
const importing = /(?:^|[;\n])\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/g

/** Every broken rule of one file, as sentences. */
export function faults(path, text) {
  const found = []
  const name = basename(path)
  if (!kebab.test(name) && !component.test(name))
    found.push('file name is neither kebab-case nor a PascalCase component')
  if (isTest(path)) return found
  for (const [, type, from, lazy] of text.matchAll(importing)) {
    const reason = refuse(path, from ?? lazy, Boolean(type))
    if (reason) found.push(`imports ${from ?? lazy}: ${reason}`)
  }
  return found
}

function isTest(path) {
  return /\.(test|wide|soak)\.tsx?$/.test(path) || path.startsWith('server/test/')
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

/** Path from the root of what is imported; undefined for a package of others. */
function resolve(path, from) {
  if (from.startsWith('.')) return join(dirname(path), from).replaceAll(sep, '/')
  return from.startsWith('@hilo/') ? from.slice('@hilo/'.length) : undefined
}

function isBuild(path) {
  return path.startsWith('web/build/') || ['web/vite.config.ts', 'web/capacitor.config.ts'].includes(path)
}

function refuseInServer(path, target, isType) {
  const [mine, theirs] = [area(path, 'areas'), area(target, 'areas')]
  if (mine && theirs && mine !== theirs) return 'areas do not know each other'
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

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesOf(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const broken = packages
    .flatMap((name) => filesOf(join(root, name)))
    .map((path) => relative(root, path).replaceAll(sep, '/'))
    .flatMap((path) => faults(path, readFileSync(join(root, path), 'utf8')).map((fault) => `${path}: ${fault}`))
  for (const line of broken) console.error(line)
  if (broken.length > 0) process.exitCode = 1
}
