/** What a call that the audit names does, in a sentence; null for what is no call, such as the work of the server itself. */
export const callText = (path: string): string | null => __HILO_CALLS__[path] ?? null
