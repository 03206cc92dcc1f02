import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** The link that returns to the native application after signing in. */
const returnPath = '/oauth/native'

/** Serves the files by which both systems associate the link with the application. Not served without an application. */
export function mountClaimedLinks(app: FastifyInstance, { androidApp, iosApp }: Config): void {
  const say = (path: string, answer: object) =>
    app.get(`/.well-known/${path}`, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('application/json; charset=utf-8').send(answer),
    )
  if (androidApp) {
    const target = {
      namespace: 'android_app',
      package_name: androidApp.id,
      sha256_cert_fingerprints: androidApp.fingerprints,
    }
    say('assetlinks.json', [{ relation: ['delegate_permission/common.handle_all_urls'], target }])
  }
  if (iosApp) {
    const details = [{ appIDs: [iosApp], components: [{ '/': returnPath, '?': { code: '?*', state: '?*' } }] }]
    say('apple-app-site-association', { applinks: { details } })
  }
}
