import 'pg'

declare module 'pg' {
  interface Client {
    /** Whether the connection keeps the process alive. */
    ref(): void
    unref(): void
  }
}
