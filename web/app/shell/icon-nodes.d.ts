/** The drawing of an icon of the set, which holds nothing but lines. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  export const __iconNode: readonly (readonly [element: 'path', line: { d: string }])[]
}
