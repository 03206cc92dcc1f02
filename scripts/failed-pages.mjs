/** What the pages of failed browser tests showed at the end. */
import { existsSync, readFileSync } from 'node:fs'

/** Longest excerpt of one page, lines. */
const mostLines = 60

/** Failed results of Playwright's JSON report, with the titles of their tests. */
function failedResults({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ status, results }) => (status === 'unexpected' ? results.map((one) => ({ title, ...one })) : [])),
  )
  return [...own, ...suites.flatMap(failedResults)]
}

/** The accessibility tree in an error context of Playwright, indented lines of YAML. */
const treeIn = (text) => /# Page snapshot\s+```yaml\n([^]*?)```/u.exec(text)?.[1] ?? ''

/** Their accessibility trees, because the files of a run are gone when its log is read; empty without failures. */
export function failedPages(suites) {
  return suites
    .flatMap(failedResults)
    .flatMap(({ title, attachments }) =>
      attachments
        .filter(({ name, path }) => name === 'error-context' && path && existsSync(path))
        .map(
          ({ path }) =>
            `\n  Page of: ${title}\n${treeIn(readFileSync(path, 'utf8')).split('\n').slice(0, mostLines).join('\n')}`,
        ),
    )
    .join('\n')
}
