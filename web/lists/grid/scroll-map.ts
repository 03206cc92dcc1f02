/**
 * Browsers limit the height of a scrolled element to about 16 (Firefox) or 33 (Chromium) million pixels. Content taller
 * than `tallest` gets that height: large scroll jumps are mapped in proportion, small ones stay pixel by pixel. When
 * scrolling rests, `rest` gives the corrected scrollbar position so that both ends stay reachable.
 */
export class ScrollMap {
  private readonly content: number
  private readonly view: number
  /** Height of the scrolled element, in pixels. */
  readonly height: number
  /** Last scrollbar position received or set, in pixels. */
  scrolled = 0
  /** Top of the view within the content, in pixels. */
  top = 0

  constructor(content: number, view: number, tallest = 15_000_000) {
    this.content = Math.max(content, 0)
    this.view = view
    this.height = Math.min(this.content, tallest)
  }

  /** The element is shorter than its content: large jumps are scaled. */
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

  /** Updates from the scrollbar; returns the new top. */
  follow(scrolled: number): number {
    const moved = scrolled - this.scrolled
    this.scrolled = scrolled
    if (!this.scaled) this.top = scrolled
    else if (Math.abs(moved) <= this.view * 2 && scrolled > 0 && scrolled < this.scrollRoom) this.top += moved
    else this.top = this.scrollRoom === 0 ? 0 : (scrolled / this.scrollRoom) * this.room
    this.top = Math.min(this.room, Math.max(0, this.top))
    return this.top
  }

  /** Goes to a position of the content; returns the scrollbar position to set. */
  goTo(top: number): number {
    this.top = Math.min(this.room, Math.max(0, top))
    this.scrolled = Math.round(this.toScroll(this.top))
    return this.scrolled
  }

  /** Scrollbar position that matches the view, or null when it is (nearly) there. */
  rest(): number | null {
    const place = this.toScroll(this.top)
    return Math.abs(place - this.scrolled) < 2 ? null : this.goTo(this.top)
  }
}
