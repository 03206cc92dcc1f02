/**
 * `npm run lists`: writes the tables of the lists that are a screen of their own. A list file says where (`screen`); its
 * route, its place in the menu, its privilege and the key of its stored columns follow from that and from its call.
 * `scripts/list-screens.test.mjs` fails while a table is older than the lists.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contract } from '../contract/index.ts'
import { root } from './modules.mjs'

const features = join(root, 'web', 'features')
const head = '/** Written by `npm run lists` from the list files of web/features: do not edit. */\n'
const declared = /export const (\w+) = defineList\('([\w/]+)', \{\n((?:(?!\n\}\)).)*)\n\}\)/gs
const literal = (body, key) => new RegExp(`^  ${key}: '([^']+)',$`, 'm').exec(body)?.[1]

function screensOf(file) {
  const text = readFileSync(join(features, file), 'utf8')
  return [...text.matchAll(declared)].flatMap(([, exported, path, body]) => {
    const place = /^ {2}screen: \{ at: '([^']+)', after: '([^']+)' \},$/m.exec(body)
    if (!place) {
      if (/^ {2}screen:/m.test(body)) throw new Error(`${file}: write screen as { at: '/…', after: '/…' } on one line`)
      return []
    }
    const name = literal(body, 'name')
    const { privilege } = contract[path]
    return [{ file: file.replaceAll(sep, '/'), exported, path, name, at: place[1], after: place[2], privilege }]
  })
}

/** Text by path from the root. */
export function listTables() {
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.list.ts'))
  const lists = files.flatMap(screensOf).sort((one, other) => (one.at < other.at ? -1 : 1))
  const lines = (of) => lists.map((one) => `  ${of(one)},\n`).join('')
  const quoted = (privilege) => [privilege].flat().map((one) => `'${one}'`)
  return {
    'web/app/list-screens.ts':
      `${head}import { listScreen } from '../lists/list-screen.ts'\n\nexport const listScreens = {\n` +
      lines(({ at, file, exported }) => `'${at}': listScreen(() => import('../features/${file}'), '${exported}')`) +
      `} as const\n\nexport const listMenu = [\n` +
      lines(({ at, after, name, privilege }) => {
        const needed = Array.isArray(privilege) ? `[${quoted(privilege).join(', ')}]` : quoted(privilege).join()
        return `{ at: '${at}', after: '${after}', list: '${name}', privilege: ${needed} }`
      }) +
      '] as const\n',
    'web/lists/columns/screen-keys.ts':
      `${head}export const screenKeys = {\n` + lines(({ name, path }) => `${name}: '${path}'`) + '} as const\n',
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [path, text] of Object.entries(listTables())) writeFileSync(join(root, path), text)
