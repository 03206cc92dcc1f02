/** Reporter for node:test that leaves the run's counts as one line of JSON. */
export default async function* count(events) {
  for await (const { type, data } of events)
    if (type === 'test:summary' && data.file === undefined) yield `${JSON.stringify(data.counts)}\n`
}
