/** Version of the product, from package.json. */
declare const __HILO_VERSION__: string
/** Call path → purpose, from the contract. */
declare const __HILO_CALLS__: Readonly<Record<string, string>>
/** Limits of the input fields of each change, from the contract; read by `limitsOf`. */
declare const __HILO_LIMITS__: Readonly<Record<string, object>>
/** Every privilege that a call requires, from the contract. */
declare const __HILO_PRIVILEGES__: readonly string[]
/** Paths of the files of the base map, made by the build. */
declare const __HILO_BASE_MAP__: Readonly<Record<'coast' | 'municipalities', string>>

interface ImportMetaEnv {
  /** 'off' shows menu and buttons regardless of privileges. */
  readonly VITE_PRIVILEGE_CHECKS?: string
  /** '1' in the native build. */
  readonly VITE_NATIVE?: string
  /** API host in the native build: `https://hilo.example`. */
  readonly VITE_API_BASE?: string
  /** Claimed (universal) link for the sign-in redirect; without it the private scheme. */
  readonly VITE_NATIVE_REDIRECT?: string
  /** '1' if the native build includes push credentials. */
  readonly VITE_NATIVE_PUSH?: string
}
