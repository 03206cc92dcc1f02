/** What a server that nobody has asked anything has not loaded: each would stay in its memory from the start. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { freePort, spawnServer, untilReady } from './test/server-process.ts'

/** Compilers of JSON schemas, the issuer, pictures, documents, mail and sheets. */
const packages = ['ajv', 'oidc-provider', 'koa', 'sharp', 'pdfkit', 'nodemailer', 'read-excel-file']

/** Says at the end of the process what it has loaded: addresses of files, names of Node's own parts. */
const observer = `
import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
process.on('exit', () => console.log('loaded ' + JSON.stringify([...loaded, ...process.moduleLoadList])))
`

it('has loaded neither a compiler nor the issuer nor other large libraries before somebody needs them', async () => {
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
    assert.deepEqual(
      packages.filter((name) => has(`/node_modules/${name}/`)),
      [],
    )
    assert.ok(!has('internal/deps/undici/'), 'undici: something imports node:http')
    assert.ok(!has('internal/deps/amaro/'), 'amaro: types are stripped in the process')
  } finally {
    await server.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
})
