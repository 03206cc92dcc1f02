/** @returns true when it is there and up to date */
export function buildWeb(node: string): boolean
