/**
 * Pages of a keyset list in one direction. A keyset has no random access: a page can be asked for only from a place
 * whose cursor is known, so each answer leaves an anchor (row number -> cursor) behind. Anchors are small and stay;
 * rows are dropped by whoever owns the chain.
 */
export class Chain<R> {
  readonly pages = new Map<number, R[]>()
  private readonly anchors = new Map<number, string | null>([[0, null]])
  private readonly size: number
  /** Rows in the whole chain, once its end has been seen. */
  length: number | null = null

  constructor(size: number) {
    this.size = size
  }

  row(index: number): R | undefined {
    return this.pages.get(Math.floor(index / this.size))?.[index % this.size]
  }

  /** Where a held row stands, or null. */
  indexOf(same: (row: R) => boolean): number | null {
    for (const [page, rows] of this.pages) {
      const at = rows.findIndex(same)
      if (at >= 0) return page * this.size + at
    }
    return null
  }

  /** The nearest place at or before `index` from which rows can be asked for. */
  anchor(index: number): { start: number; cursor: string | null } {
    for (let page = Math.floor(index / this.size); page > 0; page--) {
      const cursor = this.anchors.get(page * this.size)
      if (cursor !== undefined) return { start: page * this.size, cursor }
    }
    return { start: 0, cursor: null }
  }

  /** Takes the rows that begin at `start` and the cursor behind them. */
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

  /** Forgets the anchors after `index`: what lies there may have moved. */
  cut(index: number): void {
    for (const start of this.anchors.keys()) if (start > index) this.anchors.delete(start)
    this.length = null
  }
}
