/** Reporter for node:test that leaves the run's counts, the files with a failure and how long each file worked, in ms, as one line of JSON. */
export default async function* count(events) {
  const files = new Set()
  const began = {}
  const took = {}
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.file !== undefined) files.add(data.file)
    if (type === 'test:dequeue' && data.file !== undefined) began[data.file] ??= Date.now()
    if (type === 'test:complete' && data.file !== undefined) took[data.file] = Date.now() - began[data.file]
    if (type === 'test:summary' && data.file === undefined)
      yield `${JSON.stringify({ ...data.counts, files: [...files], took })}\n`
  }
}
