/** Counts lines in a stream without keeping it. */
function lineCounter() {
  let lines = 0
  return (chunk: Uint8Array) => {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
    return lines
  }
}

export interface Progress {
  bytes: number
  /** Rows so far; null where the format does not tell. */
  rows: number | null
}

const flushAt = 8 * 1024 * 1024

/**
 * Reads a streamed response into a file and reports progress. Chunks are moved to the browser's blob store every 8 MB,
 * so that a large download does not fill the page's memory.
 */
export async function readFile(response: Response, csv: boolean, tell: (progress: Progress) => void): Promise<Blob> {
  const type = response.headers.get('Content-Type') ?? 'application/octet-stream'
  if (!response.body) return response.blob()
  const reader = response.body.getReader()
  const lines = lineCounter()
  let parts: BlobPart[] = []
  let [bytes, waiting] = [0, 0]
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    bytes += step.value.byteLength
    waiting += step.value.byteLength
    parts.push(step.value)
    tell({ bytes, rows: csv ? Math.max(0, lines(step.value) - 1) : null })
    if (waiting > flushAt) {
      parts = [new Blob(parts)]
      waiting = 0
    }
  }
  return new Blob(parts, { type })
}

/** File name from the response headers, or `fallback`. */
export function fileName(response: Response, fallback: string): string {
  const header = response.headers.get('Content-Disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(header)?.[1] ?? fallback
}

/** Saves a finished file through the browser's download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
