import { scheduleFormats, type ScheduleFormat } from '@hilo/domain/schedule.ts'
import { useRef, useState } from 'react'
import { send } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { Button } from '../../kit/Button.tsx'
import { fileName, saveFile } from '../../lists/download/save-file.ts'
import { Icon } from '../../lists/icons.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import type { ReportQuery } from './report-query.ts'

/** Downloads of the shown report. */
export function Files({ asked }: { asked: ReportQuery }) {
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
    <span className="inline-flex gap-8" role="group" aria-label={text('reports.download')}>
      {scheduleFormats.map((format) => (
        <Button
          key={format}
          aria-label={text('reports.download.as', { format: format.toUpperCase() })}
          busy={making === format}
          onClick={() => void save(format)}
        >
          <Icon name="download" size={16} />
          {format.toUpperCase()}
        </Button>
      ))}
    </span>
  )
}
