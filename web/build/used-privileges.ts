import { contract } from '@hilo/contract/index.ts'

/** Every right that some call asks for. What no call asks for opens nothing, and the editor of roles says so. */
export function usedPrivileges(): string[] {
  const asked = Object.values(contract).flatMap(({ privilege }): readonly string[] =>
    typeof privilege === 'string' ? [privilege] : privilege,
  )
  return [...new Set(asked)].filter((one) => one !== 'any' && one !== 'none').toSorted()
}
