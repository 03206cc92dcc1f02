/**
 * The page's nonce for style tags. Libraries that inject style tags read it from this global; our own code and
 * Mantine's provider inject none.
 */
declare global {
  var __webpack_nonce__: string | undefined
}

export const styleNonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content

export function takeStyleNonce(): void {
  globalThis.__webpack_nonce__ = styleNonce()
}
