/** A million random histories; `HILO_HISTORIES` and `HILO_HISTORY_SEED` choose others. */
export {}
process.env.HILO_HISTORIES ??= '1000000'
process.env.HILO_HISTORY_SEED ??= '1000001'
await import('./history.test.ts')
