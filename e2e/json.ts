/** JSON as the test knows it to be: what it is not, the expectations that follow tell. */
export function json<T>(text: string | null): T {
  return JSON.parse(text ?? 'null') as T
}
