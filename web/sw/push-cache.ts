/** Where the page leaves the name of this installation for the worker, which has no local storage. */
export const pushCache = 'hilo-push'
export const installPath = '/installation'
