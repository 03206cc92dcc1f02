/** Finds exports that no other file uses, so that `export` always means a dependency. */
import { importsOf } from './imports.mjs'

const declaration =
  /^export (?:declare )?(?:async )?(?:abstract )?(function\*?|const|let|class|interface|type|enum) (?:([\w$]+)|[{[]([^}\]]+)[}\]])/gm
const gathered = /^export (type )?\{([^}]*)\}/gm
const taken = /(?:^|[;\n])\s*(?:import|export)\s+(?:type\s+)?([^'";]*?)\sfrom\s+'([^']+)'/g

/**
 * @param texts text by path from the root
 * @param resolve path from the root of an import; undefined for third-party packages
 * @returns sentences. A type used in its own file counts as used, since an exported signature may need it.
 */
export function deadExports(texts, resolve) {
  const used = new Set()
  for (const [path, text] of texts) {
    for (const [, clause, from] of text.matchAll(taken)) {
      const target = resolve(path, from)
      // A namespace import, or a re-export of a whole file.
      if (clause.includes('*')) used.add(target)
      for (const { outer } of names(/\{([^}]*)\}/.exec(clause)?.[1] ?? '')) used.add(`${target}#${outer}`)
    }
    for (const { from, lazy } of importsOf(text)) if (lazy) used.add(resolve(path, from))
  }
  return [...texts].flatMap(([path, text]) => {
    if (used.has(path) || /\.(d|types)\.ts$/.test(path)) return []
    return exportsOf(text)
      .filter(({ name, isType }) => !used.has(`${path}#${name}`) && !(isType && isSaidTwice(name, text)))
      .map(({ name }) => `${path} exports ${name}, which no other file uses`)
  })
}

/** Exported names of a file. */
function exportsOf(text) {
  const declared = [...text.matchAll(declaration)].flatMap(([, kind, name, parts]) =>
    (name ? [name] : names(parts).map(({ inner }) => inner)).map((one) => ({
      name: one,
      isType: kind === 'interface' || kind === 'type',
    })),
  )
  const passed = [...text.matchAll(gathered)].flatMap(([, type, parts]) =>
    names(parts).map(({ inner }) => ({ name: inner, isType: Boolean(type) })),
  )
  return [...declared, ...passed]
}

/** Names of `{ a, type b, c as d, e: f = 1 }`: `outer` is the name before `as` or a colon, `inner` the one after it. */
function names(parts) {
  return parts
    .replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
    .split(',')
    .map((part) =>
      part
        .trim()
        .replace(/^type /, '')
        .replace(/\s*=.*/s, ''),
    )
    .filter(Boolean)
    .map((part) => part.split(/\s+as\s+|:\s*/))
    .map(([outer, inner = outer]) => ({ outer, inner }))
}

const isSaidTwice = (name, text) => text.split(new RegExp(`(?<![\\w$])${name}(?![\\w$])`)).length > 2
