import { useNavigate, useSearch } from '@tanstack/react-router'

/** One of a few words, kept in the address under a name; the first is what stands there when nothing is said. */
export function useWord<W extends string>(name: string, words: readonly [W, ...W[]]): [W, (word: W) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const said = words.find((word) => word === search[name]) ?? words[0]
  const say = (word: W) =>
    void navigate({
      to: '.',
      search: (now: Record<string, unknown>) => ({ ...now, [name]: word === words[0] ? undefined : word }),
      replace: true,
    })
  return [said, say]
}
