/** Summary of a whole test run. */

/** Where node's reporter and Playwright's begin to list the failures of a run. */
const failureLists = /^(?:✖ failing tests:| {2}1\) ).*$/gmu
/** Longest excerpt of one process, lines. */
const mostLines = 300

/** The failures that the output of one process lists at its end, else its last lines. Logs of long runs are often cut to their end. */
export function failuresIn(output) {
  const [first] = [...output.matchAll(failureLists)]
  if (!first) return output.trimEnd().split('\n').slice(-mostLines).join('\n')
  return output.slice(first.index).split('\n').slice(0, mostLines).join('\n').trimEnd()
}

/** The last line of a run, and the code that it ends with. */
export function verdict({ passed, failed, skipped }) {
  const more = skipped ? `, ${skipped} skipped` : ''
  return { line: `${passed} passed, ${failed} failed${more}`, code: failed > 0 ? 1 : 0 }
}
