import type { ParsedLocation } from '@tanstack/react-router'

/** True for a navigation to another screen that is not a step back: the back button restores the scroll position. */
function opensScreen(from: ParsedLocation | undefined, to: ParsedLocation): boolean {
  if (from === undefined || from.pathname === to.pathname) return false
  return (to.state.__TSR_index ?? 0) >= (from.state.__TSR_index ?? 0)
}

let opening = false

/** Notes what the current navigation is, before the router renders it. */
export const noteNavigation = ({
  fromLocation,
  toLocation,
}: {
  fromLocation?: ParsedLocation
  toLocation: ParsedLocation
}) => {
  opening = opensScreen(fromLocation, toLocation)
}

/**
 * Whether the router restores scroll positions. A screen that is opened starts at its top: the router would carry over the
 * positions of the screen before, whose scrolled elements have the same place in the document.
 */
export function restoresScroll(): boolean {
  if (!opening) return true
  document.querySelector('#contenido')?.scrollTo({ top: 0 })
  window.scrollTo({ top: 0 })
  return false
}
