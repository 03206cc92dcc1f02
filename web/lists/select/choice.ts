/** As many rows as one call takes. */
export const most = 200

/** Which rows are chosen, by id, and the row from which a range would reach. */
export interface Choice {
  ids: ReadonlySet<number>
  from: { index: number; id: number } | null
}
export const nothing: Choice = { ids: new Set(), from: null }

type IdAt = (index: number) => number | undefined

/** More rows chosen, as far as there is room. */
export function withMore(choice: Choice, more: Iterable<number>): Choice {
  const ids = new Set(choice.ids)
  for (const id of more) if (ids.size < most) ids.add(id)
  return { ...choice, ids }
}

/** A press on one row: chosen, or no longer. */
export function toggled(choice: Choice, index: number, id: number): Choice {
  const from = { index, id }
  if (!choice.ids.has(id)) return { ...withMore(choice, [id]), from }
  return { ids: new Set([...choice.ids].filter((one) => one !== id)), from }
}

/** Everything from the last pressed row to this one; rows may have moved since, and then it is this one alone. */
export function reached(choice: Choice, index: number, idAt: IdAt): Choice {
  const { from } = choice
  const start = from !== null && idAt(from.index) === from.id ? from.index : index
  const [low, high] = [Math.min(start, index), Math.max(start, index)]
  const between = Array.from({ length: high - low + 1 }, (_, at) => idAt(low + at))
  return withMore(
    choice,
    between.filter((id) => id !== undefined),
  )
}
