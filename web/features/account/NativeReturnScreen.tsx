import { text } from '../../ui/text.ts'
import { PublicPage } from './PublicPage.tsx'
import { privateLink } from '../../native/return-link.ts'

/**
 * Where the claimed link leads when the device did not hand it to the application: one press does. What it carries is
 * worth nothing without the verifier on the device.
 */
export function NativeReturnScreen() {
  return (
    <PublicPage title={text('login.native.title')} lead={text('login.native.text')}>
      <a className="button" data-main href={privateLink + window.location.search}>
        {text('login.native.open')}
      </a>
    </PublicPage>
  )
}
