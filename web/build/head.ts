import type { HtmlTagDescriptor, Plugin } from 'vite'

/** Head of the built page: the early script before everything else, the font, and in the native build the base. */
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
          ? [{ tag: 'base', attrs: { href: '/' }, injectTo: 'head-prepend' }]
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
