import { AnchorButton } from '../../kit/LinkButton.tsx'
import { text } from '../../ui/text.ts'
import { PublicPage } from './PublicPage.tsx'
import { privateLink } from '../../native/return-link.ts'

/**
 * Fallback of the claimed link if the device did not open the application: a button does. Its code is useless without
 * the verifier on the device.
 */
export function NativeReturnScreen() {
  const entered = new URLSearchParams(window.location.search).has('code')
  return (
    <PublicPage title={text('login.native.title')} lead={text(entered ? 'login.native.text' : 'login.native.refused')}>
      <AnchorButton kind="main" size="large" href={privateLink + window.location.search}>
        {text('login.native.open')}
      </AnchorButton>
    </PublicPage>
  )
}
