/** Every import of a TypeScript or JavaScript file, including types and lazy imports. */
const importing = /(?:^|[;\n])\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/g

/** `from` as written; `type` if erased at run time; `lazy` for a dynamic import. */
export function importsOf(text) {
  return [...text.matchAll(importing)].map(([, type, from, lazy]) => ({
    from: from ?? lazy,
    type: Boolean(type),
    lazy: lazy !== undefined,
  }))
}

export function isTest(path) {
  return /\.(test|night|soak)\.tsx?$/.test(path) || path.startsWith('server/test/')
}
