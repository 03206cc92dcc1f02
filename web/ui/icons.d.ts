/** Each Tabler icon is a module: see `web/build/icons.ts`. */
declare module '@iconify-json/tabler/*' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- an import statement would make this file a module
  const Icon: import('./icon.tsx').IconOf
  export default Icon
}
