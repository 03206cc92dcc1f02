/**
 * Answers asked for before the application was there (app/preload.ts), each taken once by whoever needs it.
 * They hang on the window because preload and application are separate scripts.
 */
declare global {
  interface Window {
    hiloEarly?: Partial<Record<string, Promise<Response>>>
  }
}

/** The early answer of that name, or what `ask` fetches now. An early one that failed is asked for again. */
export function early(name: string, ask: () => Promise<Response>): Promise<Response> {
  const answer = window.hiloEarly?.[name]
  if (answer === undefined) return ask()
  delete window.hiloEarly?.[name]
  return answer.then((response) => (response.ok ? response : ask()), ask)
}
