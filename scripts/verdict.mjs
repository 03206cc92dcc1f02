/** Summary of a whole test run. */

/**
 * Runs once more, with the machine to itself, what failed beside everything else: it tells what fails always from what fails
 * by chance. Both are failures, and both outputs are shown.
 * @param parts results of `parts.mjs` with their names
 * @returns how many tests passed this time
 */
export async function repeatAlone(parts, say = console.log) {
  let byChance = 0
  for (const { name, failed, again } of parts) {
    const second = await again()
    const mended = Math.max(0, failed - second.failed)
    say(`\n== ${name}, otra vez y a solas: ${second.failed} mal, ${mended} por azar la primera vez`)
    say(second.output.trimEnd())
    byChance += mended
  }
  return byChance
}

/** Where node's reporter and Playwright's begin to list the failures of a run. */
const failureLists = /^(?:✖ failing tests:| {2}1\) ).*$/gmu
/** Longest excerpt of one part, lines. */
const mostLines = 80

/**
 * The failures that an output lists at its end, else its last lines. Logs of long runs are often cut to their end. An output joined from several processes has a list for each.
 */
export function failuresIn(output) {
  const lists = output.split(failureLists)
  const heads = output.match(failureLists) ?? []
  if (heads.length === 0) return output.trimEnd().split('\n').slice(-mostLines).join('\n')
  const each = Math.ceil(mostLines / heads.length)
  return heads.map((head, at) => [head, ...lists[at + 1].split('\n').slice(1, each)].join('\n').trimEnd()).join('\n')
}

/** The last line of a run, and the code that it ends with. */
export function verdict({ passed, failed }, byChance) {
  const note = byChance > 0 ? ` (${byChance} por azar: pasan a la segunda)` : ''
  return { line: `${passed} passed, ${failed} failed${note}`, code: failed > 0 ? 1 : 0 }
}
