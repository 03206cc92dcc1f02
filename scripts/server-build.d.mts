/** True when the bundle is there and up to date; what is missing is made by the given Node. */
export function buildServer(node: string): boolean
