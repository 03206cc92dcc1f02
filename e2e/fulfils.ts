/** True if the promise fulfils; the reason of a rejection does not matter. */
export const fulfils = (what: Promise<unknown>): Promise<boolean> =>
  what.then(
    () => true,
    () => false,
  )
