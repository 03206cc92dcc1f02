/** Tags and text of XML as they arrive, for the simple documents that spreadsheets are made of: no DTD, no external entity. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  close(name: string): void
  text(value: string): void
}

/** Longest tag or piece of text that is waited for. */
const mostPending = 1 << 20
// A name is tried from its first letter alone: a long one without a value would be tried from each of them.
const attribute = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plain(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x?[0-9a-fA-F]+|\w+);/g, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole
    const code = name.startsWith('#x') ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** Takes a document in pieces. @throws {Error} for what is no such document */
export class XmlReader {
  #pending = ''
  readonly #handler: XmlHandler

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  push(piece: string): void {
    const text = this.#pending + piece
    let at = 0
    for (;;) {
      const start = text.indexOf('<', at)
      if (start === -1) break
      const end = text.indexOf('>', start)
      if (end === -1) break
      if (start > at) this.#handler.text(plain(text.slice(at, start)))
      this.#tag(text.slice(start + 1, end))
      at = end + 1
    }
    this.#pending = text.slice(at)
    if (this.#pending.length > mostPending) throw new Error('endless tag')
  }

  #tag(tag: string): void {
    if (tag.startsWith('!')) {
      // Comments and character data do not occur in what spreadsheets write; a DTD must not.
      throw new Error('unexpected declaration')
    }
    if (tag.startsWith('?')) return
    if (tag.startsWith('/')) return this.#handler.close(local(tag.slice(1).trim()))
    const empty = tag.endsWith('/')
    const name = /^[^\s/]+/.exec(tag)?.[0] ?? ''
    const found: Record<string, string> = {}
    for (const [, key = '', double, single] of tag.matchAll(attribute))
      found[local(key)] = plain(double ?? single ?? '')
    this.#handler.open(local(name), found)
    if (empty) this.#handler.close(local(name))
  }
}
