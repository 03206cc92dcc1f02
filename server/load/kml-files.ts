import { posix } from 'node:path'
import { createReadStream } from 'node:fs'
import { severalLayers, tableLimits } from './table.ts'
import { filesIn, openArchive } from './zip.ts'

/** The documents of a KML or KMZ: only those in the same archive are linked. */
export interface KmlFiles {
  /** All of them, the first one to read in front. */
  names: readonly string[]
  open(name: string): Promise<AsyncIterable<Buffer>>
  /** The document that a link in `from` leads to; null for one outside. */
  linked(from: string, href: string): string | null
}

export const kmlAlone = (path: string): KmlFiles => ({
  names: [path],
  open: () => Promise.resolve(createReadStream(path) as AsyncIterable<Buffer>),
  linked: () => null,
})

function unescaped(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}

/** An archive's name as links write it. */
const plainName = (name: string) => posix.normalize(name.replaceAll('\\', '/')).normalize('NFC')
const isOutside = (href: string) => /^(?:[a-z][a-z0-9+.-]*:|[/\\])/i.test(href)

/** Names that a link may mean: as written, without its fragment, and without its escapes. */
function candidates(from: string, href: string): string[] {
  const bare = href.replace(/[?#][^]*$/, '')
  return [href, bare, unescaped(bare)]
    .filter((one) => one !== '' && !isOutside(one))
    .map((one) => plainName(posix.join(posix.dirname(from), one.replaceAll('\\', '/'))))
}

/** The only KML of an archive or its `doc.kml`, which may be in a folder, and those that they link. */
export async function kmlArchive(path: string): Promise<KmlFiles> {
  const archive = await openArchive(path)
  const real = filesIn(archive).filter(({ fileName }) => /\.kml$/i.test(fileName))
  const entries = new Map(real.map((entry) => [plainName(entry.fileName), entry]))
  const all = [...entries.keys()]
  const roots = all.filter((name) => /(^|\/)doc\.kml$/i.test(name))
  const only = roots.length === 1 ? roots : all
  const first = roots.find((name) => !name.includes('/')) ?? (only.length === 1 ? only[0] : undefined)
  if (first === undefined) throw severalLayers(all)
  return {
    names: [first, ...all.filter((name) => name !== first)],
    open: async (name) => {
      const entry = entries.get(name)
      if (!entry) throw new Error(`no document ${name}`)
      return await archive.open(entry, tableLimits.sheetBytes)
    },
    linked: (from, href) => candidates(from, href).find((name) => entries.has(name)) ?? null,
  }
}
