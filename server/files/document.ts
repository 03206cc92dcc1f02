import { open } from 'node:fs/promises'

const head = '%PDF-'
const tail = '%%EOF'

/** True if a file begins and ends like a PDF. The content is not checked: it is only offered for download. */
export async function isPdf(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const first = Buffer.alloc(head.length)
    await file.read(first, 0, first.length, 0)
    const last = Buffer.alloc(Math.min(1024, size))
    await file.read(last, 0, last.length, size - last.length)
    return first.toString('latin1') === head && last.includes(tail)
  } finally {
    await file.close()
  }
}
