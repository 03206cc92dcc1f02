/** Version of the product, from the package. */
declare const __HILO_VERSION__: string

interface ImportMetaEnv {
  /** '1' in the native build. */
  readonly VITE_NATIVE?: string
  /** Host of the API in the native build: `https://hilo.example`. */
  readonly VITE_API_BASE?: string
  readonly VITE_NATIVE_REDIRECT?: string
}
