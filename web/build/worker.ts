import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type Info = Rolldown.ModuleInfo | null

/** Where the technician's application begins: what arrives with the page, and what follows when he moves about. */
const withPage = ['app/main.tsx', 'app/preload.ts']
const onTheWay = [
  'features/field/screens.ts',
  'app/shell/TechnicianShell.tsx',
  'app/UpdateAlert.tsx',
  'features/account/ProfileScreen.tsx',
  'features/account/SupportScreen.tsx',
]
const isFont = (file: string) => /^static\/inter-latin-opsz-normal.*\.woff2$/.test(file)
const isNamed = (file: string) => file.startsWith('assets/')
/** What runs on a thread of its own comes whole, and no chunk names it. */
const isThread = (file: string, bundle: Bundle) => bundle[file]?.type === 'asset' && /^static\/.*\.js$/.test(file)

/**
 * Every module of ours that these lead to; along imports that happen later only where `lazily`. What they need of others
 * follows from the chunks: a library's index names far more than is used.
 */
function reach(from: readonly string[], infoOf: (id: string) => Info, lazily: boolean, found = new Set<string>()) {
  for (const id of from) {
    if (found.has(id) || id.includes('node_modules')) continue
    const info = infoOf(id)
    if (info === null) continue
    found.add(id)
    reach(info.importedIds, infoOf, lazily, found)
    if (lazily) reach(info.dynamicallyImportedIds, infoOf, lazily, found)
  }
  return found
}

/** The files of the bundle that hold these modules, with what they import, their styles and their pictures. */
function filesOf(modules: ReadonlySet<string>, bundle: Bundle): Set<string> {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (chunk === undefined || files.has(name)) return
    files.add(name)
    if (chunk.type !== 'chunk') return
    for (const other of chunk.imports) add(other)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  }
  for (const one of Object.values(bundle))
    if (one.type === 'chunk' && one.moduleIds.some((id) => modules.has(id))) add(one.fileName)
  return files
}

/** Bytes from which a part for reading labels (`field-*`) does not come with the rest, but after it or when first used. */
const heavy = 100_000

function laterOf(bundle: Bundle): Set<string> {
  const sizeOf = (one: Bundle[string]) => (one.type === 'asset' ? one.source.length : one.code.length)
  const parts = Object.values(bundle).filter(({ fileName }) => fileName.startsWith('static/field-'))
  return new Set(parts.filter((one) => sizeOf(one) > heavy).map(({ fileName }) => fileName))
}

const hash = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex').slice(0, 16)

/** Path → hash of its content, or null where the name has one already. */
function keptOf(files: Iterable<string>, bundle: Bundle): Record<string, string | null> {
  const revision = (file: string) => {
    const one = bundle[file]
    return isNamed(file) && one?.type === 'asset' ? hash(one.source) : null
  }
  return Object.fromEntries([...files].sort().map((file) => [`/${file}`, revision(file)]))
}

async function compile(entry: string, define: Record<string, string>): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
  const [chunk] = (built as Rolldown.RolldownOutput).output
  return chunk.code
}

/**
 * Writes the worker with the list of what it keeps: sw.js, and sw-retire.js, which the server sends in its place to take
 * it back. Neither has a hash in its name: browsers compare them byte by byte.
 */
export function worker(root: string): Plugin {
  const sources = (names: readonly string[]) => names.map((name) => join(root, name))
  return {
    name: 'hilo-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const infoOf = (id: string) => this.getModuleInfo(id)
        const found = new Set([...reach(sources(withPage), infoOf, false), ...reach(sources(onTheWay), infoOf, true)])
        const names = Object.keys(bundle)
        const wholly = names.filter((file) => isNamed(file) || isFont(file) || isThread(file, bundle))
        const wanted = [...filesOf(found, bundle), ...wholly]
        const after = laterOf(bundle)
        const kept = keptOf(new Set(wanted.filter((file) => !after.has(file))), bundle)
        const later = [...after].sort().map((file) => `/${file}`)
        const code = await compile(join(root, 'sw/worker.ts'), {
          __HILO_KEPT__: JSON.stringify(kept),
          __HILO_LATER__: JSON.stringify(later),
          __HILO_BUILD__: JSON.stringify(hash(JSON.stringify([kept, later]))),
        })
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: code })
        const retire = await compile(join(root, 'sw/retire.ts'), {})
        this.emitFile({ type: 'asset', fileName: 'sw-retire.js', source: retire })
      },
    },
  }
}
