import type { PathOf } from '@hilo/contract/index.ts'
import { downloadName, endingOf, type DownloadFormat } from '@hilo/domain/download-name.ts'
import { serverNow } from '../../api/clock.ts'
import { send } from '../../api/call.ts'
import { isAbort } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { toast } from '../../kit/toasts.tsx'
import { signal } from '../signal.ts'
import { text } from '../../ui/text.ts'
import { readFile, saveFile, type Progress } from './save-file.ts'

export interface Download extends Progress {
  id: number
  title: string
  format: DownloadFormat
  /** Expected number of rows; null when unknown. */
  total: number | null
  cancel: () => void
}

/** Running downloads. They belong to the page, not to a screen: navigation does not stop them. */
export const downloads = signal<readonly Download[]>([])
/** Finished downloads, newest first, until the page is closed; `problem` is the reason of a failure. */
export interface FinishedDownload {
  id: number
  title: string
  format: Download['format']
  at: number
  problem: string | null
}
export const finishedDownloads = signal<readonly FinishedDownload[]>([])
const keptEnded = 5
let last = 0

const change = (id: number, part: Partial<Download>) =>
  downloads.set(downloads.get().map((one) => (one.id === id ? { ...one, ...part } : one)))

interface DownloadRequest {
  path: PathOf<'download'>
  title: string
  format: DownloadFormat
  total: number | null
  /** Filters, search, sort and columns in API form. */
  query: object
}

/** Requests a whole list as a file and saves it when complete; a failure is shown in a toast. */
export async function startDownload({ path, title, format, total, query }: DownloadRequest): Promise<void> {
  const id = ++last
  const asked = new AbortController()
  const cancel = () => asked.abort()
  const end = (problem: string | null) =>
    finishedDownloads.set(
      [{ id, title, format, at: serverNow(), problem }, ...finishedDownloads.get()].slice(0, keptEnded),
    )
  downloads.set([...downloads.get(), { id, title, format, total, bytes: 0, rows: null, cancel }])
  try {
    const response = await send<typeof path>(path, { ...query, format }, { signal: asked.signal })
    let told = 0
    const file = await readFile(response, endingOf(format) === 'csv', (progress) => {
      if (serverNow() - told < 100) return
      told = serverNow()
      change(id, progress)
    })
    saveFile(file, downloadName(title, serverNow(), format))
    end(null)
    toast.success(text('list.download.done', { name: title }))
  } catch (error) {
    if (isAbort(error)) return
    end(problemText(error))
    toast.error(`${text('list.download.failed', { name: title })} ${problemText(error)}`)
  } finally {
    downloads.set(downloads.get().filter((one) => one.id !== id))
  }
}
