const device = import.meta.env.VITE_NATIVE === '1' ? () => import('./capacitor/share.ts') : null

/** Shares a file through the system's share sheet; where sharing is not possible, downloads it. */
export async function shareFile(file: File, title: string): Promise<void> {
  if (device) return (await device()).share(file, title)
  if (!navigator.canShare?.({ files: [file] })) return save(file)
  await navigator.share({ files: [file], title }).catch((error: unknown) => {
    // A cancelled share is no error; a page that may not share downloads.
    if (!(error instanceof DOMException && error.name === 'AbortError')) save(file)
  })
}

function save(file: File): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: file.name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
