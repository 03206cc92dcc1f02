/** The sources of the server as syntax trees, for tests of what no source may hold. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type ESTree } from 'vite'

export const root = join(import.meta.dirname, '..', '..')
/** Development tools, which receive no input from users. */
const tools = /^server\/(?:test|fuzz|matrix|guards|faults|seed)\/|\.(?:test|night|soak)\.ts$|\.d\.ts$/
export const sources = ['domain', 'contract', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules') && !tools.test(path)),
)
export type Node = ESTree.Node & ESTree.Span
export interface Source {
  path: string
  text: string
  program: ESTree.Program
}
export const parsed = sources.map((path): Source => {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, program: parseSync(path, text).program }
})
export const textOf = ({ text }: Source, node: Node) => text.slice(node.start, node.end)

/** Every node of a source, those above before those below. */
export function* each(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) yield value as Node
  for (const child of Object.values(value)) yield* each(child)
}
export const isRegExp = (node: Node): node is ESTree.RegExpLiteral => node.type === 'Literal' && 'regex' in node
export function places(is: (node: Node, source: Source) => boolean): string[] {
  const found: string[] = []
  for (const source of parsed)
    for (const node of each(source.program))
      if (is(node, source)) found.push(`${source.path} ${textOf(source, node).replaceAll(/\s+/g, ' ').slice(0, 90)}`)
  return found
}
/** The text that a node is, when it is one that is written out. */
export function fixed(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0 ? node.quasis[0]?.value.raw : undefined
}
