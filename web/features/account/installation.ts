/** Installation data that the server writes into the page; defaults for a page that no server has filled in. */
const metaOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="hilo-${name}"]`)?.content

export const isDemo = (): boolean => metaOf('demo') === '1' || metaOf('demo') === 'true'

/** People sign in at their company's issuer: the product stores no passwords. */
export const isForeign = (): boolean => metaOf('issuer') === 'foreign'
