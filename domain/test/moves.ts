/** What tests of state machines read of their transitions. */

/** The legal moves from each state, each with the state that it leads to. */
export const legalMoves = <S extends string | number, M extends string>(
  states: readonly S[],
  moves: readonly M[],
  after: (from: S, move: M) => S | null,
): Record<string, string> => {
  const from = (state: S) =>
    moves.flatMap((move) => (after(state, move) === null ? [] : `${move} ${after(state, move)}`)).join(', ')
  return Object.fromEntries(states.map((state) => [state, from(state)]))
}

/** A state and all that are reached from it. */
export function reachedFrom<S, M>(from: S, moves: readonly M[], after: (from: S, move: M) => S | null): Set<S> {
  const seen = new Set([from])
  for (const state of seen) for (const move of moves) seen.add(after(state, move) ?? state)
  return seen
}
