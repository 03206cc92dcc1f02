/**
 * Browsers stop a scrolled element somewhere above 16 (Firefox) or 33 (Chromium) million pixels. Above `tallest` the
 * element is given that height and a far jump is mapped in proportion, while near movement stays pixel by pixel; when
 * scrolling rests, `rest` says where the scrollbar belongs so that both ends stay reachable.
 */
export class ScrollMap {
  private readonly content: number
  private readonly view: number
  /** Height of the scrolled element. */
  readonly height: number
  /** Where the scrollbar is, as far as it was told or set. */
  scrolled = 0
  /** Where the view begins in the content, in pixels. */
  top = 0

  constructor(content: number, view: number, tallest = 15_000_000) {
    this.content = Math.max(content, 0)
    this.view = view
    this.height = Math.min(this.content, tallest)
  }

  /** The element is lower than its content: far jumps are in proportion. */
  get scaled(): boolean {
    return this.height !== this.content
  }

  private get room(): number {
    return Math.max(0, this.content - this.view)
  }

  private get scrollRoom(): number {
    return Math.max(0, this.height - this.view)
  }

  private toScroll(top: number): number {
    return !this.scaled || this.room === 0 ? top : (top / this.room) * this.scrollRoom
  }

  /** Follows the scrollbar; returns the new top. */
  follow(scrolled: number): number {
    const moved = scrolled - this.scrolled
    this.scrolled = scrolled
    if (!this.scaled) this.top = scrolled
    else if (Math.abs(moved) <= this.view * 2 && scrolled > 0 && scrolled < this.scrollRoom) this.top += moved
    else this.top = this.scrollRoom === 0 ? 0 : (scrolled / this.scrollRoom) * this.room
    this.top = Math.min(this.room, Math.max(0, this.top))
    return this.top
  }

  /** Goes to a place in the content; returns where to put the scrollbar. */
  goTo(top: number): number {
    this.top = Math.min(this.room, Math.max(0, top))
    this.scrolled = Math.round(this.toScroll(this.top))
    return this.scrolled
  }

  /** Where the scrollbar belongs for what is shown, or null when it is there (nearly) already. */
  rest(): number | null {
    const place = this.toScroll(this.top)
    return Math.abs(place - this.scrolled) < 2 ? null : this.goTo(this.top)
  }
}
