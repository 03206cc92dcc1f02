/** Leaves the server's TypeScript without its types in `.cache/stripped`, where `stripped.mjs` finds it, and ends. */
import { hash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const places = '{domain,contract,server}/**/*.ts'
const others = ['**/node_modules/**', '**/*.{test,wide,soak}.ts']

/** What was made of a file earlier; null when there is nothing, or the file is no longer what it was made of. */
export function strippedOf(path) {
  try {
    const code = readFileSync(placeOf(path), 'utf8')
    return code.endsWith(markOf(readFileSync(path, 'utf8'))) ? code : null
  } catch {
    return null
  }
}

const placeOf = (path) => join(root, '.cache', 'stripped', path.slice(root.length))
/** Behind the code, so that lines and columns stay where they are. */
const markOf = (source) => `\n//${process.version} ${hash('sha1', source)}`

function strip(path) {
  const source = readFileSync(path, 'utf8')
  const place = placeOf(path)
  mkdirSync(dirname(place), { recursive: true })
  // Another process that starts may be reading it.
  const whole = `${place}.${process.pid}`
  writeFileSync(whole, stripTypeScriptTypes(source) + markOf(source))
  renameSync(whole, place)
}

if (import.meta.main) {
  const files = globSync(places, { cwd: root, exclude: others }).map((path) => join(root, path))
  for (const path of files) if (strippedOf(path) === null) strip(path)
}
