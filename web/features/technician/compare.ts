/** A label as read against the expected one, character by character. */
export interface Mark {
  char: string
  same: boolean
}

const plain = (label: string) => label.trim().toUpperCase()

/** Both labels with their differing characters marked; a missing character counts as differing. */
export function compare(read: string, expected: string): { read: Mark[]; expected: Mark[]; same: boolean } {
  const [a, b] = [[...plain(read)], [...plain(expected)]]
  const marks = (of: string[], other: string[]) => of.map((char, at): Mark => ({ char, same: char === other[at] }))
  return { read: marks(a, b), expected: marks(b, a), same: a.join('') === b.join('') }
}
