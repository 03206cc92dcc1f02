/** Reads a ZIP file, as far as a spreadsheet needs it. */
import { inflateRawSync } from 'node:zlib'

const centralEntry = 0x02014b50
const endOfDirectory = 0x06054b50

/** The texts of its files, by name. */
export function unzip(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || file.readUInt32LE(end) !== endOfDirectory) throw new Error('not a ZIP file')
  const files = new Map<string, string>()
  let at = file.readUInt32LE(end + 16)
  while (file.readUInt32LE(at) === centralEntry) {
    const [method, size] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 20)]
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset))
    const name = file.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = file.readUInt32LE(at + 42)
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const content = file.subarray(start, start + size)
    files.set(name, (method === 8 ? inflateRawSync(content) : content).toString('utf8'))
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}
