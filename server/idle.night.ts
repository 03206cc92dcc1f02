/** Libraries that an idle server must not have loaded: each would take memory from the start. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { projectFile } from './kernel/place.ts'
import { freePort, spawnServer, untilReady } from './test/server-process.ts'

/** Compilers of JSON schemas, the issuer, pictures, documents and mail. */
const packages = ['@fastify/ajv-compiler', 'oidc-provider', 'koa', 'sharp', 'pdfkit', 'nodemailer']

/** Prints at exit what the process has loaded: file URLs and Node's own modules. */
const observer = `
import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
process.on('exit', () => console.log('loaded ' + JSON.stringify([...loaded, ...process.moduleLoadList])))
`

it('has not loaded compilers, the issuer or other large libraries before their first use', async () => {
  // A name that is no longer installed would never be found among the loaded files.
  for (const name of packages) assert.ok(existsSync(projectFile(`node_modules/${name}`)), name)
  const folder = await mkdtemp(join(tmpdir(), 'hilo-idle-'))
  const server = spawnServer({
    DATA_DIR: join(folder, 'data'),
    PORT: await freePort(),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(observer)}`,
  })
  try {
    await untilReady(server)
    await server.kill('SIGTERM')
    const told = /^loaded (.*)$/m.exec(server.output())?.[1] ?? '[]'
    const loaded = JSON.parse(told) as string[]
    const has = (part: string) => loaded.some((name) => name.includes(part))
    assert.ok(has('/node_modules/fastify/'), server.output())
    const early = packages.filter((name) => has(`/node_modules/${name}/`))
    assert.deepEqual(early, [])
    assert.ok(!has('internal/deps/undici/'), 'undici: something imports node:http')
    assert.ok(!has('internal/deps/amaro/'), 'amaro: types are stripped in the process')
  } finally {
    await server.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
})
