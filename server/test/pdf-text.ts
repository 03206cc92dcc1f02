import { inflateSync } from 'node:zlib'

/** Text of our PDFs, as far as it uses the built-in fonts' encoding. */
export function pdfText(pdf: Buffer): string {
  const source = pdf.toString('latin1')
  const streams = [...source.matchAll(/stream\r?\n/g)].map(({ index, 0: head }) => {
    const start = index + head.length
    return pdf.subarray(start, source.indexOf('endstream', start))
  })
  const open = streams.flatMap((bytes) => {
    try {
      return [inflateSync(bytes).toString('latin1')]
    } catch {
      return []
    }
  })
  return open
    .flatMap((page) => [...page.matchAll(/\[([^\]]*)\] TJ/g)])
    .map(([, line = '']) =>
      [...line.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
    )
    .join('\n')
}
