import { scheduleFormats, type ScheduleFormat } from '@hilo/domain/schedule.ts'
import { useRef, useState } from 'react'
import { send } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { fileName, saveFile } from '../../lists/download/save-file.ts'
import { Icon } from '../../lists/icons.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import type { Asked } from './asked.ts'
import styles from './reports.module.css'

/** What is shown, as a file. */
export function Files({ asked }: { asked: Asked }) {
  const [making, setMaking] = useState<ScheduleFormat | null>(null)
  const busy = useRef(false)
  const save = async (format: ScheduleFormat) => {
    if (busy.current) return
    busy.current = true
    setMaking(format)
    try {
      const answer = await send('admin_vno/reports/indicators/download', { ...asked, format })
      saveFile(await answer.blob(), fileName(answer, `indicadores.${format}`))
    } catch (error) {
      toast.error(problemText(error))
    } finally {
      busy.current = false
      setMaking(null)
    }
  }
  return (
    <span className={styles.files} role="group" aria-label={text('reports.download')}>
      {scheduleFormats.map((format) => (
        <button
          key={format}
          type="button"
          className="hl-button"
          aria-label={text('reports.download.as', { format: format.toUpperCase() })}
          aria-busy={making === format}
          onClick={() => void save(format)}
        >
          <Icon name="download" size={16} />
          {format.toUpperCase()}
        </button>
      ))}
    </span>
  )
}
