import { AnchorButton } from '../../kit/LinkButton.tsx'
import { text } from '../../ui/text.ts'
import { PublicPage } from './PublicPage.tsx'
import { privateLink } from '../../native/return-link.ts'

/**
 * Fallback of the claimed link if the device did not open the application: a button does. Its code is useless without
 * the verifier on the device.
 */
export function NativeReturnScreen() {
  return (
    <PublicPage title={text('login.native.title')} lead={text('login.native.text')}>
      <AnchorButton kind="main" size="large" href={privateLink + window.location.search}>
        {text('login.native.open')}
      </AnchorButton>
    </PublicPage>
  )
}
