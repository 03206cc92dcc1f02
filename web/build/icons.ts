/**
 * `import IconBell from '@iconify-json/tabler/bell'` is a component that draws that icon. Made at build time from the
 * package's one JSON file, since the package of React components has 17,842 files, most of what `npm ci` writes.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const prefix = '@iconify-json/tabler/'
const lines = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'
const onePath = new RegExp(`^<path ${lines} d="([^"]+)"/>$`)
const severalPaths = new RegExp(`^<g ${lines}>((?:<path d="[^"]+"/>)+)</g>$`)

/** The paths of an icon as one: as separate elements they were a tenth of a page's DOM nodes. */
function outlineOf(name: string, body: string): string {
  const one = onePath.exec(body)?.[1]
  if (one !== undefined) return one
  const several = severalPaths.exec(body)?.[1]
  if (several === undefined) throw new Error(`The icon ${name} is not an outline of lines alone.`)
  // A first `m` counts from the origin; in the middle of a path it would count from the point before.
  return [...several.matchAll(/d="([^"]+)"/g)].map(([, path]) => path?.replace(/^m/, 'M0 0m')).join('')
}

/** Vite plugin: answers imports of `@iconify-json/tabler/<name>`, and refuses names that Tabler does not have. */
export function icons(root: string): Plugin {
  const file = createRequire(import.meta.url).resolve('@iconify-json/tabler/icons.json')
  let known: Readonly<Record<string, { body: string }>> | undefined
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null
      known ??= (JSON.parse(readFileSync(file, 'utf8')) as { icons: typeof known }).icons
      const name = id.slice(prefix.length + 1)
      const body = known?.[name]?.body
      if (body === undefined) throw new Error(`Tabler has no icon ${name}.`)
      const outline = JSON.stringify(outlineOf(name, body))
      return `import { icon } from '${root}/ui/icon.tsx'\nexport default icon(${outline})`
    },
  }
}
