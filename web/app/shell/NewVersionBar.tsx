import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Press } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'
import { takeOver, useNewVersion } from '../worker.ts'
import styles from './technician.module.css'

/**
 * Offers a new version that is already on the phone; installed on the technician's request, or when the phone is put
 * away. Hidden while work is open or something is being sent.
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
      <p className="semibold hand-size-l" role="status">
        {text(state === 'elsewhere' ? 'update.bar.elsewhere' : 'update.new.title')}
      </p>
      <Press
        className="flex middle gap-8 rigid pointer px-16 min-h-52 no-border"
        disabled={state === 'coming'}
        onClick={() => void press()}
      >
        <IconDownload size={22} stroke={2} aria-hidden />
        {text('update.now')}
      </Press>
    </div>
  )
}
