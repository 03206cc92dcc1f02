/** XML from strangers, read as it arrives by `sax`: no DTD, every part bounded, names without their prefix. */
import sax from 'sax'
import { badTable } from './table.ts'

export type Attributes = Readonly<Record<string, string>>

export interface XmlHandler {
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  /** Text and CDATA; a long text comes in pieces. */
  text?(value: string): void
}

// Of a tag, an attribute or a comment `sax` itself takes 64 KB.
/** Elements inside each other, and attributes of one element. */
const mostDepth = 64
const mostAttributes = 64

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** An attribute by its name without prefix: `id` finds `r:id`. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  const key = Object.hasOwn(attributes, name) ? name : Object.keys(attributes).find((one) => local(one) === name)
  return key === undefined ? undefined : attributes[key]
}

function parserFor({ open, close, text }: XmlHandler): sax.SAXParser {
  // It counts positions because it looks at the length of what it holds by them.
  const options: sax.SAXOptions & { strictEntities: boolean } = { position: true, strictEntities: true }
  const parser = sax.parser(true, options)
  let depth = 0
  let attributes = 0
  parser.onerror = (error) => {
    throw error
  }
  parser.ondoctype = () => {
    throw new Error('a DTD')
  }
  parser.onopentagstart = () => (attributes = 0)
  parser.onattribute = () => {
    attributes += 1
    if (attributes > mostAttributes) throw new Error('too many attributes')
  }
  parser.onopentag = ({ name, attributes: found }) => {
    depth += 1
    if (depth > mostDepth) throw new Error('too deep')
    open?.(local(name), found as Attributes)
  }
  parser.onclosetag = (name) => {
    depth -= 1
    close?.(local(name))
  }
  if (text) {
    parser.ontext = text
    parser.oncdata = text
  }
  return parser
}

/** The encoding that a document begins with: a byte order mark, zero bytes, or its declaration; else UTF-8. */
function encodingOf(first: Buffer): string {
  const [a, b] = first
  if ((a === 0xff && b === 0xfe) || b === 0) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || a === 0) return 'utf-16be'
  const declared = /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.-]{1,40})["']/.exec(first.toString('latin1', 0, 300))
  return declared?.[1] ?? 'utf-8'
}

/** Text of a document, whatever its encoding. @throws Problem VALIDATION for an encoding that nobody knows */
export async function* textPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: ReturnType<typeof decoderFor> | undefined
  for await (const chunk of bytes) {
    decoder ??= decoderFor(encodingOf(chunk))
    yield decoder.decode(chunk, { stream: true })
  }
}

function decoderFor(encoding: string) {
  try {
    return new TextDecoder(encoding)
  } catch {
    throw badTable('encoding')
  }
}

/** Gives a document to its handler piece by piece; what the handler has ready after a piece can be taken then. */
export async function* parsedPieces(bytes: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = parserFor(handler)
  for await (const piece of textPieces(bytes)) {
    parser.write(piece)
    yield
  }
  parser.close()
}

/** @throws Error for what is no well-formed XML */
export async function parseXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of parsedPieces(bytes, handler));
}
