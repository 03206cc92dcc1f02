import type { PathOf } from '@hilo/contract/index.ts'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { onChange } from '../../api/stream.ts'
import type { IconName } from '../menu.ts'
import { countedEntries, movedEntries, type Counted } from './counted-entries.ts'

type OpenCounts = Readonly<Partial<Record<IconName, number>>>

/** Delay after the screen's own requests, then the refresh interval while visible, ms. */
const first = 1_500
const every = 60_000
/** Changes on the live stream within this time are counted once, ms. */
const gather = 2_000

async function countOf({ paths, filter }: Counted, signal: AbortSignal): Promise<number> {
  let sum = 0
  for (const path of paths) {
    const { total } = await call<PathOf<'list'>>(path, { filter, limit: 1, count: true }, { signal })
    sum += total?.value ?? 0
  }
  return sum
}

/** Open counts of the visible entries, as far as loaded; requested one after another, and again when a change moved them. */
export function useOpenCounts(seen: readonly IconName[]): OpenCounts {
  const [counts, setCounts] = useState<OpenCounts>({})
  const names = seen.filter((name) => countedEntries[name]).join()
  useEffect(() => {
    const abort = new AbortController()
    const all = names.split(',') as IconName[]
    const ask = async (some: readonly IconName[]) => {
      for (const name of some) {
        const what = countedEntries[name]
        if (!what || document.hidden) return
        const count = await countOf(what, abort.signal)
        setCounts((now) => ({ ...now, [name]: count }))
      }
    }
    // Failures are ignored here: the screens report them.
    const quietly = (some: readonly IconName[]) => void ask(some).catch(() => undefined)
    const start = setTimeout(quietly, first, all)
    const again = setInterval(quietly, every, all)
    const moved = new Set<IconName>()
    let soon: ReturnType<typeof setTimeout> | undefined
    const forget = onChange((changes) => {
      for (const name of movedEntries(all, changes ?? [])) moved.add(name)
      if (moved.size === 0) return
      soon ??= setTimeout(() => {
        soon = undefined
        quietly([...moved])
        moved.clear()
      }, gather)
    })
    return () => {
      abort.abort()
      clearTimeout(start)
      clearInterval(again)
      clearTimeout(soon)
      forget()
    }
  }, [names])
  return counts
}
