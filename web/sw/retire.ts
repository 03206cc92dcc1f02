/** Served in the place of the worker, it removes the worker and everything it kept; the pages stay and ask the network. */
declare const self: ServiceWorkerGlobalScope

async function retire(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith('hilo-'))
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.unregister()
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(retire()))

export {}
