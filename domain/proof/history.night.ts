/** Twenty thousand random histories. */
export {}
process.env.HILO_HISTORIES ??= '20000'
await import('./history.test.ts')
