import { useNavigate, useSearch } from '@tanstack/react-router'

/** One of a few words, kept in a URL parameter; the first is the default. */
export function useUrlChoice<W extends string>(name: string, words: readonly [W, ...W[]]): [W, (word: W) => void] {
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
