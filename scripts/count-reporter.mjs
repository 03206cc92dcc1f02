/** Reporter for node:test that leaves the run's counts and the files with a failure as one line of JSON. */
export default async function* count(events) {
  const files = new Set()
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.file !== undefined) files.add(data.file)
    if (type === 'test:summary' && data.file === undefined)
      yield `${JSON.stringify({ ...data.counts, files: [...files] })}\n`
  }
}
