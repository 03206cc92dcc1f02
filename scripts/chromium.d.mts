/** The best Chromium on the path. */
export function onPath(): string | undefined
