/**
 * Reporter for node:test that leaves the counts of a run of `together.mjs` as one line of JSON: in all and for each file, with
 * the time from the start of its first test to the end of its last one, ms. A file is the outermost suite of its name.
 */

export default async function* count(events) {
  const files = {}
  const began = new Map()
  let current
  for await (const { type, data } of events) {
    const { details, name, nesting, skip, todo } = data
    if (nesting === 0 && type === 'test:dequeue') {
      current = name
      began.set(name, performance.now())
      files[name] ??= { passed: 0, failed: 0, skipped: 0, ms: 0 }
    }
    if (type !== 'test:complete' || current === undefined) continue
    const file = files[current]
    if (nesting === 0) {
      file.ms = performance.now() - began.get(name)
      // A file that cannot be loaded, or whose hook fails, has no failing test of its own.
      if (!details.passed && file.failed === 0) file.failed = 1
      continue
    }
    if (details.type === 'suite') continue
    // A mark without a reason is an empty text or true.
    const outcome = skip !== undefined || todo !== undefined ? 'skipped' : details.passed ? 'passed' : 'failed'
    file[outcome]++
  }
  yield `${JSON.stringify(files)}\n`
}
