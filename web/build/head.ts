import type { HtmlTagDescriptor, Plugin } from 'vite'

/** Where the native application's view finds its own files: Apple's has a scheme of its own. */
const own = "'self' capacitor://localhost"
/** What the native page may load and whom it may ask, as no server says it there: its own files, and the API. */
const nativePolicy = [
  `default-src ${own}`,
  `script-src ${own} 'wasm-unsafe-eval'`,
  `style-src ${own} 'unsafe-inline'`,
  `img-src ${own} data: blob:`,
  `connect-src ${own} data: blob: ${process.env['VITE_API_BASE']}`,
  `worker-src ${own} blob:`,
  "object-src 'none'",
  `base-uri ${own}`,
  "form-action 'none'",
].join('; ')

/** Head of the built page: the early script before everything else, the font, and in the native build base and policy. */
export function head(native: boolean): Plugin {
  return {
    name: 'hilo-head',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (bundle === undefined) return []
        const prefix = native ? './' : '/'
        const files = Object.values(bundle)
        const font = files.find(({ fileName }) => /inter-latin.*\.woff2$/.test(fileName))
        const early = files.find((file) => file.type === 'chunk' && file.isEntry && file.name === 'preload')
        const tags: HtmlTagDescriptor[] = native
          ? [
              {
                tag: 'meta',
                attrs: { 'http-equiv': 'Content-Security-Policy', content: nativePolicy },
                injectTo: 'head-prepend',
              },
              { tag: 'base', attrs: { href: '/' }, injectTo: 'head-prepend' },
            ]
          : []
        if (early) {
          const src = prefix + early.fileName
          tags.push({
            tag: 'script',
            attrs: { type: 'module', async: true, crossorigin: true, src },
            injectTo: 'head-prepend',
          })
        }
        if (font) {
          const attrs = {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            href: prefix + font.fileName,
          }
          tags.push({ tag: 'link', attrs, injectTo: 'head' })
        }
        return tags
      },
    },
  }
}
