/** Unwraps the result of a call for a form, which expects problems to be thrown. */
export function answerOf<A>(sent: { answer: A; problem: null } | { answer: null; problem: unknown } | null): A {
  if (sent === null) throw new DOMException('already under way', 'AbortError')
  if (sent.answer === null) throw sent.problem
  return sent.answer
}
