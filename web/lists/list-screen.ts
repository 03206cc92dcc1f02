import type { Screen } from '../ui/lazy-screen.ts'
import type { List } from './define.ts'

/** The screen of a list and nothing else; the list engine and the list's data are loaded when it is opened. */
export function listScreen<N extends string>(load: () => Promise<{ [K in N]: List }>, name: N): Screen {
  return {
    name: 'Screen',
    load: async () => {
      const [{ screenOfList }, lists] = await Promise.all([import('./ListScreen.tsx'), load()])
      return { Screen: screenOfList(lists[name]) }
    },
  }
}
