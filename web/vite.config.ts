import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vite'
import { namedAssets } from './build/assets.ts'
import { head } from './build/head.ts'
import { precompress } from './build/precompress.ts'

const root = import.meta.dirname
const native = process.env['VITE_NATIVE'] === '1'
const version = /"version": "([^"]+)"/.exec(readFileSync(`${root}/package.json`, 'utf8'))?.[1] ?? ''

/** What every page needs, in one file: it compresses better, arrives in one answer and changes seldom. */
const base =
  /node_modules\/(?:react|react-dom|scheduler|i18next[\w-]*|@tanstack\/(?:react-router|router-core|history|react-store|store))\//

/** What every list shows, in one file as well: it would arrive in forty. */
const lists = /\/web\/(?:lists|ui\/(?:shapes|faceplate))\//

export default defineConfig({
  root,
  base: native ? './' : '/',
  publicDir: false,
  plugins: [react(), namedAssets(root), head(native), precompress()],
  define: { __HILO_VERSION__: JSON.stringify(version) },
  build: {
    outDir: native ? 'dist-native' : 'dist',
    emptyOutDir: true,
    assetsDir: 'static',
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: `${root}/index.html`, preload: `${root}/app/preload.ts` },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', test: base },
            { name: 'lists', test: lists, minShareCount: 8 },
          ],
        },
      },
    },
  },
  // Only what the server answers: the client has a folder `api` of its own.
  server: { proxy: { '^/(?:api/(?:v1/|docs|openapi)|oidc/)': process.env['HILO_API'] ?? 'http://127.0.0.1:3000' } },
})
