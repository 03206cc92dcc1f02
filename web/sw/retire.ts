/** Served in place of the worker to retire it: unregisters it and deletes its caches; pages use the network again. */
declare const self: ServiceWorkerGlobalScope

async function retire(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith('hilo-'))
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.unregister()
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(retire()))

export {}
