/** Highlights a missing field until it is touched: browsers highlight only focused text inputs. */
export function highlightField(place: HTMLElement): void {
  place.dataset['wanted'] = ''
  const touched = new AbortController()
  const ended = () => {
    delete place.dataset['wanted']
    touched.abort()
  }
  for (const touch of ['change', 'focusout'] as const) place.addEventListener(touch, ended, { signal: touched.signal })
}
