/** Rings what is asked for until somebody touches it: the browser rings by itself only what one writes in. */
export function ringWanted(place: HTMLElement): void {
  place.dataset['wanted'] = ''
  const touched = new AbortController()
  const ended = () => {
    delete place.dataset['wanted']
    touched.abort()
  }
  for (const touch of ['change', 'focusout'] as const) place.addEventListener(touch, ended, { signal: touched.signal })
}
