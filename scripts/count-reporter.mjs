/** Reporter for node:test that leaves the run's counts, the files with a failure and how long each file worked, in ms, as one line of JSON. */
export default async function* count(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const files = new Set()
  const began = {}
  const took = {}
  for await (const { type, data } of events) {
    const { file, details, skip, todo } = data
    if (type === 'test:dequeue' && file !== undefined) began[file] ??= Date.now()
    if ((type !== 'test:pass' && type !== 'test:fail') || details.type === 'suite') continue
    if (file !== undefined) took[file] = Date.now() - began[file]
    if (type === 'test:fail' && file !== undefined) files.add(file)
    // A mark without a reason is an empty text or true.
    if (skip !== undefined || todo !== undefined) counts.skipped++
    else counts[type === 'test:pass' ? 'passed' : 'failed']++
  }
  yield `${JSON.stringify({ ...counts, files: [...files], took })}\n`
}
