/**
 * Pages of a keyset list in one direction. Keyset paging has no random access: a page can be requested only after a
 * known cursor, so each response leaves an anchor (row number → cursor). Anchors are small and kept; the owner of the
 * chain evicts rows.
 */
export class KeysetChain<R> {
  readonly pages = new Map<number, R[]>()
  private readonly anchors = new Map<number, string | null>([[0, null]])
  private readonly size: number
  /** Number of rows in the whole chain; null until its end has been reached. */
  length: number | null = null

  constructor(size: number) {
    this.size = size
  }

  row(index: number): R | undefined {
    return this.pages.get(Math.floor(index / this.size))?.[index % this.size]
  }

  /** Index of the first loaded row that matches, or null. */
  indexOf(matches: (row: R) => boolean): number | null {
    for (const [page, rows] of this.pages) {
      const at = rows.findIndex(matches)
      if (at >= 0) return page * this.size + at
    }
    return null
  }

  /** The nearest anchor at or before `index`. */
  anchor(index: number): { start: number; cursor: string | null } {
    for (let page = Math.floor(index / this.size); page > 0; page--) {
      const cursor = this.anchors.get(page * this.size)
      if (cursor !== undefined) return { start: page * this.size, cursor }
    }
    return { start: 0, cursor: null }
  }

  /** Stores the rows that begin at `start`, and the cursor after them. */
  accept(start: number, rows: readonly R[], next: string | null): void {
    for (let at = 0; at < rows.length; at += this.size)
      this.pages.set((start + at) / this.size, rows.slice(at, at + this.size))
    const end = start + rows.length
    if (next === null) this.length = end
    else {
      this.anchors.set(end, next)
      if (this.length !== null && this.length <= end) this.length = null
    }
  }

  /** Drops the anchors after `index`: rows behind it may have moved. */
  cut(index: number): void {
    for (const start of this.anchors.keys()) if (start > index) this.anchors.delete(start)
    this.length = null
  }
}
