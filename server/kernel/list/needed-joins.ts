/** Joins of a list's statement, apart from those that its wanted fields do not use. */

interface Join {
  sql: string
  /** Left joins of one row each: without them the same rows are found. */
  optional: boolean
  alias: string
}

const boundary = /\(|\)|\b(?:left join|join)\b/g

/** The joins of a FROM clause one by one; those inside a subquery belong to it. */
function joinsIn(sql: string): string[] {
  const starts: number[] = []
  let depth = 0
  for (const { 0: found, index } of sql.matchAll(boundary)) {
    if (found === '(') depth++
    else if (found === ')') depth--
    else if (depth === 0) starts.push(index)
  }
  return starts.map((start, place) => sql.slice(start, starts[place + 1]).trim())
}

/** The alias stands before the condition: `left join vno v on …`, `left join lateral (…) u on true`. */
function parsed(sql: string): Join {
  const alias = /^(?:left )?join (?:lateral \(.*\)|\(.*\)|\w+) (\w+) on /s.exec(sql)?.[1]
  if (alias === undefined) throw new Error(`no alias in "${sql}"`)
  return { sql, alias, optional: sql.startsWith('left ') }
}

/** Aliases that a text refers to: what stands before a dot. */
const aliasesIn = (sql: string): string[] => [...sql.matchAll(/\b(\w+)\./g)].map(([, alias = '']) => alias)

/**
 * The joins that `used`, or a later join that is needed, refers to. Inner joins stay, since they may leave rows out.
 * Every left join of a list adds one row at most.
 */
export function neededJoins(joins: string, used: string): string {
  const needed = new Set(aliasesIn(used))
  const joined = joinsIn(joins)
    .map(parsed)
    .reverse()
    .filter(({ sql, optional, alias }) => {
      const keep = !optional || needed.has(alias)
      if (keep) for (const other of aliasesIn(sql)) needed.add(other)
      return keep
    })
  return joined
    .reverse()
    .map(({ sql }) => sql)
    .join(' ')
}
