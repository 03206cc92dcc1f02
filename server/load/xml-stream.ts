/** Streaming parser for untrusted XML on `sax`: no DTD, all parts bounded, names without prefix. */
import sax from 'sax'
import { badTable } from './table.ts'

export type Attributes = Readonly<Record<string, string>>

export interface XmlHandler {
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  /** Text and CDATA; a long text comes in pieces. */
  text?(value: string): void
}

// `sax` itself limits a tag, attribute or comment to 64 KB.
/** Maximum depth, and attributes per element. */
const mostDepth = 64
const mostAttributes = 64

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** An attribute by its name without prefix: `id` finds `r:id`. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  const key = Object.hasOwn(attributes, name) ? name : Object.keys(attributes).find((one) => local(one) === name)
  return key === undefined ? undefined : attributes[key]
}

function parserFor({ open, close, text }: XmlHandler): sax.SAXParser {
  // Positions are needed because `sax` checks its buffers by them.
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

/** The encoding of a document: by byte order mark, zero bytes, or its declaration; else UTF-8. */
function encodingOf(first: Buffer): string {
  const [a, b] = first
  if ((a === 0xff && b === 0xfe) || b === 0) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || a === 0) return 'utf-16be'
  const declared = /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.-]{1,40})["']/.exec(first.toString('latin1', 0, 300))
  return declared?.[1] ?? 'utf-8'
}

/** Text of a document in any encoding. @throws Problem VALIDATION for an unknown encoding */
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

/** Parses a document piece by piece; finished results can be taken after each piece. */
export async function* parsedPieces(bytes: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = parserFor(handler)
  for await (const piece of textPieces(bytes)) {
    parser.write(piece)
    yield
  }
  parser.close()
}

/** @throws Error for malformed XML */
export async function parseXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of parsedPieces(bytes, handler));
}
