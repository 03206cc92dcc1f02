import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { text } from '../../ui/text.ts'
import { takeOver, useNewVersion } from '../worker.ts'
import styles from './technician.module.css'

/**
 * Says calmly that a new version is on the phone; it comes in when the technician says so, or puts the phone away.
 * While work goes on here, be it for the moment in which something is sent, it is out of sight and keeps what it has to say.
 */
export function NewVersionBar({ working }: { working: boolean }) {
  const newer = useNewVersion()
  const [state, setState] = useState<'offered' | 'coming' | 'elsewhere'>('offered')
  if (!newer || working) return null
  const press = async () => {
    setState('coming')
    if (!(await takeOver())) setState('elsewhere')
  }
  return (
    <div className={styles.newer}>
      <p role="status">{text(state === 'elsewhere' ? 'update.bar.elsewhere' : 'update.new.title')}</p>
      <button type="button" disabled={state === 'coming'} onClick={() => void press()}>
        <IconDownload size={22} stroke={2} aria-hidden />
        {text('update.now')}
      </button>
    </div>
  )
}
