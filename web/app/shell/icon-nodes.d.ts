/** SVG nodes of a Tabler icon, which are all lines. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  export const __iconNode: readonly (readonly [element: 'path', line: { d: string }])[]
}
