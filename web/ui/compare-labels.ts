/** A character of the read or the expected label, and whether both agree on it. */
export interface Mark {
  char: string
  same: boolean
}

const plain = (label: string) => [...label.trim().toUpperCase()]

/** Longest-common-subsequence table: for each pair of suffixes, the number of characters that can be aligned. */
function matches(a: readonly string[], b: readonly string[]): number[][] {
  const best = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = best[i]
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  return best
}

/** Both labels with differing characters marked; a missing or extra character does not mark the characters after it. */
export function compareLabels(read: string, expected: string): { read: Mark[]; expected: Mark[]; same: boolean } {
  const [a, b] = [plain(read), plain(expected)]
  const same = a.join('') === b.join('')
  if (a.length === b.length) {
    // Compare position by position: with two characters swapped, both are marked.
    const placed = (of: readonly string[]) => of.map((char, at) => ({ char, same: a[at] === b[at] }))
    return { read: placed(a), expected: placed(b), same }
  }
  const best = matches(a, b)
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  const marks = (of: readonly string[]): Mark[] => of.map((char) => ({ char, same: false }))
  const [mine, theirs] = [marks(a), marks(b)]
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const [one, other] = [mine[i], theirs[j]]
    if (one && other && one.char === other.char) {
      one.same = true
      other.same = true
      i++
      j++
    } else if (at(i + 1, j + 1) === at(i, j)) {
      i++
      j++
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return { read: mine, expected: theirs, same }
}
