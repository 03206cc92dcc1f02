/** Where the streets of the map come from, as the server says it in the page. */
const said = () => document.querySelector<HTMLMetaElement>('meta[name="hilo-tiles"]')?.content ?? ''

/** Absolute address of the PMTiles file; null without one, and in a page that no server has filled in. */
export function streetTiles(): string | null {
  const address = said()
  return address === '' || address.startsWith('__') ? null : new URL(address, location.origin).href
}
