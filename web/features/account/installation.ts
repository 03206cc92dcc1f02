/** What the server says of itself in the page. A page that no server has filled in is that of an ordinary installation. */
const said = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="hilo-${name}"]`)?.content

export const isDemo = (): boolean => said('demo') === '1' || said('demo') === 'true'

/** People sign in with the account of their company: nobody has a password here. */
export const isForeign = (): boolean => said('issuer') === 'foreign'
