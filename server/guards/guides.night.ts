/**
 * The guides `docs/adding-a-list.md`, `docs/adding-a-call.md` and `docs/adding-a-field.md`, applied word for word: their code
 * blocks are put into a copy of the project, and everything that holds the contract together passes there. A block's first
 * line says its file and, for a file that is there, the line that it comes before, after or instead of.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { recordFields } from '@hilo/contract/fields.ts'

const root = join(import.meta.dirname, '../..')
const copy = join(tmpdir(), `hilo-guides-${process.pid}`)
const mostFiles = 4
const mostLines = 40

const places = ['before', 'after', 'instead'] as const
type Place = (typeof places)[number]

interface Block {
  file: string
  place: Place | null
  anchor: string
  lines: string[]
}

function blocksOf(guide: string): Block[] {
  const text = readFileSync(join(root, 'docs', guide), 'utf8')
  const fence = /^( *)```(?:ts|json|sql) (\S+\/\S+)(?: (before|after|instead)="(.+)")?\n([\s\S]*?)^ *```$/gm
  return [...text.matchAll(fence)].map(([, indent = '', file = '', place, anchor = '', body = '']) => ({
    file,
    place: places.find((one) => one === place) ?? null,
    anchor,
    lines: body.slice(0, -1).split('\n').map((line) => line.slice(indent.length)), // prettier-ignore
  }))
}

const keyOf = (line: string) => /^ {2}"([^"]+)":/.exec(line)?.[1] ?? ''

/** A text at its place in the alphabet of the catalogue. */
function withText(all: readonly string[], line: string): string[] {
  const at = all.findIndex((one) => keyOf(one) > keyOf(line))
  return at === -1 ? [...all.slice(0, -2), line, ...all.slice(-2)] : all.toSpliced(at, 0, line)
}

/** A new migration has the number after the last one; the baseline has 0082. */
function numbered(file: string): string {
  const migrations = readdirSync(join(copy, dirname(file))).filter((name) => name.endsWith('.sql'))
  const last = migrations.toSorted().at(-1) ?? '0082'
  return file.replace('NNNN', String(Number.parseInt(last, 10) + 1).padStart(4, '0'))
}

function apply({ file, place, anchor, lines }: Block): void {
  const path = join(copy, file.includes('NNNN') ? numbered(file) : file)
  if (file.endsWith('.json')) {
    const all = readFileSync(path, 'utf8').split('\n')
    writeFileSync(path, lines.reduce(withText, all).join('\n'))
  } else if (place === null) {
    assert.ok(!existsSync(path), `${file} is there already: say before or after which line`)
    writeFileSync(path, `${lines.join('\n')}\n`)
  } else {
    const all = readFileSync(path, 'utf8').split('\n')
    const at = all.findIndex((line) => line.startsWith(anchor))
    assert.notEqual(at, -1, `${file} has no line "${anchor}"`)
    writeFileSync(path, all.toSpliced(at + Number(place === 'after'), Number(place === 'instead'), ...lines).join('\n'))
  }
}

/** The files of the project as they are now; packages of others are linked, those of ours are the copy's. */
function makeCopy(): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0').filter((one) => one !== '' && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  for (const folder of ['.', ...readdirSync(root).filter((one) => existsSync(join(root, one, 'node_modules')))]) {
    if (folder === 'node_modules') continue
    mkdirSync(join(copy, folder, 'node_modules'), { recursive: true })
    for (const name of readdirSync(join(root, folder, 'node_modules')).filter((one) => one !== '@hilo'))
      symlinkSync(join(root, folder, 'node_modules', name), join(copy, folder, 'node_modules', name))
  }
  mkdirSync(join(copy, 'node_modules', '@hilo'))
  for (const name of ['domain', 'contract', 'server', 'web'])
    symlinkSync(join('..', '..', name), join(copy, 'node_modules', '@hilo', name))
  if (existsSync(join(root, '.cache', 'types')))
    cpSync(join(root, '.cache', 'types'), join(copy, '.cache', 'types'), { recursive: true })
}

/** Runs node in the copy; whatever it prints is the failure. */
function passes(words: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const { NODE_TEST_CONTEXT: _, ...own } = process.env
  const done = spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8', env: { ...own, ...env } })
  assert.equal(done.status, 0, `${words.join(' ')}\n${done.stdout.slice(-8000)}${done.stderr.slice(-4000)}`)
}

describe('the guides', () => {
  const ofLists = blocksOf('adding-a-list.md')
  const table = ofLists.filter(({ file }) => file.endsWith('.sql'))
  const list = ofLists.filter((one) => !table.includes(one))
  const call = blocksOf('adding-a-call.md')
  const all = [...ofLists, ...call, ...blocksOf('adding-a-field.md')]
  const files = [...new Set(all.map(({ file }) => file))].filter((one) => !one.endsWith('.sql'))
  const calls = 'drops/stock|contractors/clear_cif'
  makeCopy()
  for (const block of all) apply(block)
  passes(['scripts/list-screens.mjs'])
  after(() => rmSync(copy, { recursive: true, force: true }))

  it('a new table has a column for every field of every record', () => {
    const columns = table.flatMap(({ lines }) => lines.map((line) => line.trim().split(' ')[0] ?? ''))
    assert.deepEqual(Object.keys(recordFields).filter((name) => !columns.includes(name)), []) // prettier-ignore
  })
  it('a list costs at most four files and forty lines', () => {
    assert.ok(list.length > 0)
    assert.ok(new Set(list.map(({ file }) => file)).size <= mostFiles)
    const lines = list.reduce((sum, one) => sum + one.lines.length, 0)
    assert.ok(lines <= mostLines, `${lines} lines`)
  })
  it('a call costs at most four files and forty lines', () => {
    assert.ok(call.length > 0)
    assert.ok(new Set(call.map(({ file }) => file)).size <= mostFiles)
    assert.ok(call.reduce((sum, one) => sum + one.lines.length, 0) <= mostLines)
  })
  it('types, lint, form and layers accept what the guides say', () => {
    passes(['node_modules/typescript/bin/tsc', '-b', '--pretty', 'false'])
    passes(['node_modules/oxlint/bin/oxlint', ...files.filter((one) => one.endsWith('.ts'))])
    passes(['node_modules/oxfmt/bin/oxfmt', '--check', ...files])
    passes(['scripts/layers.mjs'])
  })
  it('contract, documentation, texts, menu and tables of screens hold together', () => {
    passes([
      '--test',
      'contract/*.test.ts',
      'web/app/*.test.ts',
      'web/build/*.test.ts',
      'scripts/list-screens.test.mjs',
    ])
  })
  it('a list is paged, sorted, filtered, downloaded, and refused, within its budget', () => {
    const suites = ['list/lists', 'request/order', 'request/budget'].map((one) => `server/kernel/${one}.test.ts`)
    passes(['--test', '--test-concurrency=1', `--test-name-pattern=${calls}`, ...suites])
  })
  it('a field is listed, sent and kept', () => {
    const suites = ['list/lists', 'request/input-kept'].map((one) => `server/kernel/${one}.test.ts`)
    passes(['--test', '--test-concurrency=1', '--test-name-pattern=admin_vno/contractors/', ...suites])
  })
  it('no other operator sees anything of them', () => {
    const pattern = '--test-name-pattern=S[1-8] (?!a name|nor in)'
    passes(['--test', pattern, 'server/matrix/matrix.night.ts'], { HILO_MATRIX_CALLS: calls })
  })
})
