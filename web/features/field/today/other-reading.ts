import { useEffect, useRef } from 'react'

/** Address of the search for scanned or typed words; `unchecked`: what else the label may say, see `Reading`. */
export function findPath(words: string, unchecked: string | null = null): string {
  const search = new URLSearchParams({ ...(words && { q: words }), ...(unchecked && { otro: unchecked }) })
  return search.size === 0 ? '/tecnico/buscar' : `/tecnico/buscar?${search}`
}

/** Searches for the other reading of a scanned label once the first one has found nothing. */
export function useOtherReading(other: string | null, nothing: boolean, search: (words: string) => void): void {
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  })
  useEffect(() => {
    if (nothing && other !== null) latest.current(other)
  }, [nothing, other])
}
