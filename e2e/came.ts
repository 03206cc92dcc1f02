/** Whether it came to pass; why it did not is nobody's question. */
export const came = (what: Promise<unknown>): Promise<boolean> =>
  what.then(
    () => true,
    () => false,
  )
