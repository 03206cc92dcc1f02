/**
 * The nonce that the server gave this page for style tags. Libraries that write one read it from this global; our own
 * code and Mantine's provider write none.
 */
declare global {
  var __webpack_nonce__: string | undefined
}

export const styleNonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content

export function takeStyleNonce(): void {
  globalThis.__webpack_nonce__ = styleNonce()
}
