/** True when the built client is there and up to date; what is missing is made by the given Node. */
export function buildWeb(node: string): boolean
