/**
 * Responses requested by the preload script (app/preload.ts), each used once. Stored on the window because preload and
 * application are separate scripts.
 */
declare global {
  interface Window {
    hiloEarly?: Partial<Record<string, Promise<Response>>>
  }
}

/** The preloaded response of that name, or else a new request; a failed preload is requested again. */
export function preloaded(name: string, ask: () => Promise<Response>): Promise<Response> {
  const answer = window.hiloEarly?.[name]
  if (answer === undefined) return ask()
  delete window.hiloEarly?.[name]
  return answer.then((response) => (response.ok ? response : ask()), ask)
}
