/** Maximum number of rows that one bulk call accepts. */
export const maxSelected = 200

/** Ids of the selected rows, and the row from which a range extends. */
export interface SelectedRows {
  ids: ReadonlySet<number>
  from: { index: number; id: number } | null
}
export const noRows: SelectedRows = { ids: new Set(), from: null }

type IdAt = (index: number) => number | undefined

/** Adds rows to the selection, up to the limit. */
export function addRows(choice: SelectedRows, more: Iterable<number>): SelectedRows {
  const ids = new Set(choice.ids)
  for (const id of more) if (ids.size < maxSelected) ids.add(id)
  return { ...choice, ids }
}

/** Toggles one row. */
export function toggleRow(choice: SelectedRows, index: number, id: number): SelectedRows {
  const from = { index, id }
  if (!choice.ids.has(id)) return { ...addRows(choice, [id]), from }
  return { ids: new Set([...choice.ids].filter((one) => one !== id)), from }
}

/** Selects the range from the last pressed row to this one; only this one if rows have moved since. */
export function extendSelection(choice: SelectedRows, index: number, idAt: IdAt): SelectedRows {
  const { from } = choice
  const start = from !== null && idAt(from.index) === from.id ? from.index : index
  const [low, high] = [Math.min(start, index), Math.max(start, index)]
  const between = Array.from({ length: high - low + 1 }, (_, at) => idAt(low + at))
  return addRows(
    choice,
    between.filter((id) => id !== undefined),
  )
}
