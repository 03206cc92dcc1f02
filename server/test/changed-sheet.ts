/** A workbook saved again after its first sheet was edited. */
import { promisify } from 'node:util'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { ZipFile } from 'yazl'

export async function changedSheet(workbook: Buffer, change: (xml: string) => string): Promise<Buffer> {
  const from = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(workbook, { lazyEntries: true })
  const to = new ZipFile()
  const open = promisify<yauzl.Entry, NodeJS.ReadableStream>(from.openReadStream.bind(from))
  await new Promise<void>((resolve, reject) => {
    const copy = async (entry: yauzl.Entry) => {
      const part = await buffer(await open(entry))
      const isSheet = entry.fileName.endsWith('/sheet1.xml')
      to.addBuffer(isSheet ? Buffer.from(change(part.toString())) : part, entry.fileName)
      from.readEntry()
    }
    from.on('entry', (entry: yauzl.Entry) => void copy(entry).catch(reject))
    from.on('end', resolve)
    from.on('error', reject)
    from.readEntry()
  })
  to.end()
  return await buffer(to.outputStream)
}
