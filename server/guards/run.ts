/**
 * `npm run guards`: takes every guard of the server away, one at a time, in a copy, and expects a test to fail.
 * `-- --only <text>` for those whose name contains it. Ends with 1 when one can be taken away unnoticed.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { guardsOf, type Guard } from './sites.ts'

const root = join(import.meta.dirname, '..', '..')
const copy = join(root, '.cache', 'guards')
const longestMs = 300_000
const say = (line: string) => process.stdout.write(`${line}\n`)

/** The source beside the same packages; ours are those of the copy. */
function makeCopy(): void {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(join(copy, 'node_modules', '@hilo'), { recursive: true })
  for (const name of ['domain', 'contract', 'server', 'web', 'scripts', 'package.json', 'tsconfig.base.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !path.endsWith('/dist') })
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== '@hilo'))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of ['domain', 'contract', 'server', 'web'])
    symlinkSync(join('..', '..', name), join(copy, 'node_modules', '@hilo', name))
}

/** The first test that fails; null when all pass. */
function failure(tests: readonly string[]): string | null {
  const files = tests
    .flatMap((pattern) => globSync(pattern, { cwd: copy }))
    .filter((file) => existsSync(join(copy, file)))
  for (const file of new Set(files)) {
    const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
      cwd: copy,
      encoding: 'utf8',
      timeout: longestMs,
      maxBuffer: 100 << 20,
    })
    if (status !== 0) return /^\s*not ok \d+ - (?!server\/)(.+)$/m.exec(stdout)?.[1] ?? file
  }
  return null
}

function without(guard: Guard): string | null {
  const path = join(copy, guard.file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.slice(0, guard.at) + guard.becomes + text.slice(guard.at + guard.was.length))
  try {
    return failure(guard.tests)
  } finally {
    writeFileSync(path, text)
  }
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
makeCopy()
const guards = (await guardsOf(copy)).filter(({ name }) => name.includes(values.only))
const broken = failure(guards.flatMap(({ tests }) => tests))
if (broken) throw new Error(`with every guard in its place, this fails already: ${broken}`)
let unnoticed = 0
say('| guard | what fails without it |\n|---|---|')
for (const guard of guards) {
  const failed = without(guard)
  if (failed === null) unnoticed++
  say(`| ${guard.name} | ${failed ?? '**nothing**'} |`)
}
say(`\n${guards.length} guards, ${unnoticed} of them taken away unnoticed`)
process.exitCode = unnoticed > 0 ? 1 : 0
