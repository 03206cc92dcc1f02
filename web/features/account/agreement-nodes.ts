/** Grammar of agreement texts: a few tags without attributes. */
export interface AgreementNode {
  tag: string
  children: (AgreementNode | string)[]
}

const allowed = /^(?:h1|h2|h3|p|ul|ol|li|strong|em|br|table|thead|tbody|tr|th|td)$/
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: '’', nbsp: '\u00a0' }
const plain = (text: string) => text.replace(/&(\w+);/g, (all, name: string) => entities[name] ?? all)

/** Parses the text; tags outside of the grammar stay literal text. */
export function agreementNodes(html: string): AgreementNode[] {
  const root: AgreementNode = { tag: '', children: [] }
  const open = [root]
  for (const [piece, end, tag = ''] of html.matchAll(/<(\/?)(\w+) ?\/?>|[^<]+|</g)) {
    const inner = open.at(-1) ?? root
    if (!allowed.test(tag)) inner.children.push(plain(piece))
    else if (end === '/') {
      const from = open.findLastIndex((node) => node.tag === tag)
      if (from > 0) open.splice(from)
    } else {
      const node: AgreementNode = { tag, children: [] }
      inner.children.push(node)
      if (tag !== 'br') open.push(node)
    }
  }
  return root.children.flatMap((child) =>
    typeof child === 'string' ? (child.trim() === '' ? [] : [{ tag: 'p', children: [child] }]) : [child],
  )
}
