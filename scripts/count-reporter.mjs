/**
 * Reporter for node:test that leaves the run's counts, the files with a failure and how long each file worked, in ms, as one
 * line of JSON. Files that share a process are its outermost suites, named after them: what they call may lie in another file.
 */
const isTestFile = /\.(?:test|wide|soak)\.m?[jt]s$/

export default async function* count(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const files = new Set()
  const took = {}
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { details, file, name, nesting, skip, todo } = data
    const isSuite = details.type === 'suite'
    const where = isSuite && isTestFile.test(name) ? name : file
    if (nesting === 0 && where !== undefined) {
      took[where] = (took[where] ?? 0) + details.duration_ms
      // A test that another file declares does not say which file runs it.
      if (type === 'test:fail' && isTestFile.test(where)) files.add(where)
    }
    if (isSuite) continue
    // A mark without a reason is an empty text or true.
    if (skip !== undefined || todo !== undefined) counts.skipped++
    else counts[type === 'test:pass' ? 'passed' : 'failed']++
  }
  yield `${JSON.stringify({ ...counts, files: [...files], took })}\n`
}
