/** Description of an audited call; null for entries without a call, e.g. of jobs. */
export const callText = (path: string): string | null => __HILO_CALLS__[path] ?? null
