import IconChevronRight from '@iconify-json/tabler/chevron-right'
import IconClipboardText from '@iconify-json/tabler/clipboard-text'
import IconDeviceMobileDown from '@iconify-json/tabler/device-mobile-down'
import IconDoorExit from '@iconify-json/tabler/door-exit'
import IconHistory from '@iconify-json/tabler/history'
import IconMoon from '@iconify-json/tabler/moon'
import IconPhone from '@iconify-json/tabler/phone'
import IconSun from '@iconify-json/tabler/sun'
import IconUserCircle from '@iconify-json/tabler/user-circle'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import { Button, Press } from '../../kit/Button.tsx'
import { toggleColorScheme, useColorScheme } from '../../ui/color-scheme.ts'
import { install, useInstallWay } from '../../ui/install.ts'
import { text } from '../../ui/text.ts'
import { useNocPhone } from './NocLink.tsx'
import styles from './phone.module.css'
import { Sheet } from '../../kit/Dialog.tsx'
import todayStyles from './today/today.module.css'

/** Menu entries that do not fit in the bottom bar. */
export function MoreSheet({ close, signOut }: { close: () => void; signOut: () => void }) {
  const { info } = useSession()
  const phone = useNocPhone()
  const navigate = useNavigate()
  const dark = useColorScheme() === 'dark'
  const Scheme = dark ? IconSun : IconMoon
  const go = (to: string) => () => {
    close()
    void navigate({ to })
  }
  const icon = { size: 26, stroke: 1.7, 'aria-hidden': true }
  return (
    <Sheet title={info.user.name} close={close}>
      <p className={styles.note} style={{ margin: '-6px 0 12px' }}>
        {[info.technical_account?.vno.name, info.technical_account?.contractor?.name].filter(Boolean).join(', ')}
      </p>
      <ul className={todayStyles.list}>
        <Row icon={<IconClipboardText {...icon} />} act={go('/tecnico/parte')}>
          {text('tech.shift')}
        </Row>
        <Row icon={<IconHistory {...icon} />} act={go('/tecnico/historial')}>
          {text('tech.history')}
        </Row>
        <Row icon={<IconUserCircle {...icon} />} act={go('/tecnico/perfil')}>
          {text('shell.profile')}
        </Row>
        {phone !== null && (
          <li>
            <a className={todayStyles.row} href={`tel:${phone}`}>
              <IconPhone {...icon} />
              <span className="grow shrink">{text('tech.noc')}</span>
              <IconChevronRight size={22} stroke={2} aria-hidden />
            </a>
          </li>
        )}
        <InstallRow icon={<IconDeviceMobileDown {...icon} />} />
        <Row icon={<Scheme {...icon} />} act={toggleColorScheme}>
          {text(dark ? 'shell.theme.light' : 'shell.theme.dark')}
        </Row>
        <Row icon={<IconDoorExit {...icon} />} act={signOut}>
          {text('shell.sign_out')}
        </Row>
      </ul>
      <Button size="glove" shape="wide" onClick={close}>
        {text('shell.close')}
      </Button>
    </Sheet>
  )
}

/** Installs the application; where the browser has no install prompt, shows the manual steps. */
function InstallRow({ icon }: { icon: ReactNode }) {
  const way = useInstallWay()
  const [showsInstructions, setShowsInstructions] = useState(false)
  if (way === null) return null
  if (showsInstructions)
    return (
      <li>
        <p className={todayStyles.row} role="status">
          {icon}
          <span className="grow shrink">{text('tech.install.ios')}</span>
        </p>
      </li>
    )
  return (
    <Row icon={icon} act={() => (way === 'prompt' ? void install() : setShowsInstructions(true))}>
      {text('tech.install')}
    </Row>
  )
}

function Row({ icon, act, children }: { icon: ReactNode; act: () => void; children: ReactNode }) {
  return (
    <li>
      <Press className={todayStyles.row} onClick={act}>
        {icon}
        <span className="grow shrink">{children}</span>
        <IconChevronRight size={22} stroke={2} aria-hidden />
      </Press>
    </li>
  )
}
