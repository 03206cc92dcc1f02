import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** In the bundle, which lies as deep in the project (`server/dist`) as this file does among the sources. */
const isBundled = import.meta.filename.endsWith('.js')

/** Path of a file of the project, named from its root. */
export const projectFile = (path: string): string => join(import.meta.dirname, '../..', path)

/** Path of a program that runs as a process of its own, named by its source from the root; `scripts/server-build.mjs` bundles it. */
export const programFile = (source: string): string =>
  isBundled ? join(import.meta.dirname, `${basename(source, '.ts')}.js`) : projectFile(source)

/** Version of the product. */
export const { version: productVersion } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as {
  version: string
}
