import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vite'
import { namedAssets } from './build/assets.ts'
import { baseMap } from './build/base-map.ts'
import { callWords } from './build/call-words.ts'
import { fieldLimits } from './build/field-limits.ts'
import { head } from './build/head.ts'
import { icons } from './build/icons.ts'
import { parts } from './build/parts.ts'
import { precompress } from './build/precompress.ts'
import { usedPrivileges } from './build/used-privileges.ts'
import { worker } from './build/worker.ts'

const root = import.meta.dirname
const native = process.env['VITE_NATIVE'] === '1'
const version = /"version": "([^"]+)"/.exec(readFileSync(`${root}/package.json`, 'utf8'))?.[1] ?? ''

export default defineConfig({
  root,
  base: native ? './' : '/',
  publicDir: false,
  plugins: [
    icons(root),
    react(),
    namedAssets(root),
    baseMap(),
    head(native),
    ...(native ? [] : [worker(root), precompress()]),
  ],
  define: {
    __HILO_VERSION__: JSON.stringify(version),
    __HILO_CALLS__: JSON.stringify(callWords()),
    __HILO_LIMITS__: JSON.stringify(fieldLimits()),
    __HILO_PRIVILEGES__: JSON.stringify(usedPrivileges()),
  },
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
          groups: parts(root),
        },
      },
    },
  },
  // Read and judged on threads of their own; heavy, and kept on the device apart from the rest.
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: 'static/field-[name]-[hash].js',
        chunkFileNames: 'static/field-[name]-[hash].js',
        // Android unpacks files of that ending when it packs the application, and takes the ending off.
        assetFileNames: ({ names }) =>
          `static/field-[name]-[hash]${native && names.some((name) => name.endsWith('.gz')) ? '.packed' : '[extname]'}`,
      },
    },
  },
  // Only what the server answers: the client has a folder `api` of its own.
  server: { proxy: { '^/(?:api/(?:v1/|docs|openapi)|oidc/)': process.env['HILO_API'] ?? 'http://127.0.0.1:3000' } },
})
