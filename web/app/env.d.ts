/** Version of the product, from the package. */
declare const __HILO_VERSION__: string
/** Path of each call → what it does, from the contract. */
declare const __HILO_CALLS__: Readonly<Record<string, string>>
/** Every right that some call asks for, from the contract. */
declare const __HILO_PRIVILEGES__: readonly string[]

interface ImportMetaEnv {
  /** 'off' shows menu and buttons whatever the privileges. */
  readonly VITE_PRIVILEGE_CHECKS?: string
  /** '1' in the native build. */
  readonly VITE_NATIVE?: string
  /** Host of the API in the native build: `https://hilo.example`. */
  readonly VITE_API_BASE?: string
  /** Link back from signing in that the application has claimed; the private scheme without it. */
  readonly VITE_NATIVE_REDIRECT?: string
  /** '1' where the operator's keys for notices are part of the native build. */
  readonly VITE_NATIVE_PUSH?: string
}
