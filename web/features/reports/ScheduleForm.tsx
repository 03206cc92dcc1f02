import type { ReportSchedule } from '@hilo/contract/reports/report-schedules.ts'
import {
  scheduleFormats,
  schedulePeriods,
  scheduleReports,
  type ScheduleFormat,
  type SchedulePeriod,
  type ScheduleReport,
} from '@hilo/domain/schedule.ts'
import { useMemo } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { callQuery, queryClient } from '../../api/query.ts'
import { useSubmit } from '../../api/use-send.ts'
import { Fields, ChoiceField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { hourText } from '../../lists/ScheduledReport.tsx'

const path = 'admin_vno/reports/schedules/get'
export const refreshSchedules = () =>
  queryClient.invalidateQueries({ queryKey: callQuery(path, {}).queryKey.slice(0, 1) })

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), text: hourText(hour) }))
const addresses = (written: string) => written.split(/[\s,;]+/).filter((one) => one !== '')
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const valuesOf = (schedule: ReportSchedule | null) => ({
  name: schedule?.name ?? '',
  report: String(schedule?.report ?? 'indicators'),
  period: String(schedule?.period ?? 'week'),
  hour: String(schedule?.hour ?? 7),
  format: String(schedule?.format ?? 'pdf'),
  recipients: (schedule?.recipients ?? []).join(', '),
})

interface ScheduleFormProps {
  /** Null for a new one. */
  schedule: ReportSchedule | null
  close: () => void
}

function useSchedule({ schedule, close }: ScheduleFormProps) {
  const initial = useMemo(() => valuesOf(schedule), [schedule])
  const save = useSubmit('admin_vno/reports/schedule')
  return useForm({
    limits: limitsOf('admin_vno/reports/schedule'),
    initial,
    version: schedule?.version,
    check: ({ name, recipients }) => {
      const odd = addresses(recipients).find((one) => !address.test(one))
      return {
        ...(name.trim().length < 2 && { name: text('reports.schedule.name.short') }),
        ...(odd !== undefined && { recipients: text('reports.schedule.recipients.odd', { address: odd }) }),
      }
    },
    read: (record) => valuesOf(record as ReportSchedule),
    send: async ({ name, report, period, hour, format, recipients }, version) => {
      await save({
        ...(schedule && { id: schedule.id, version }),
        name,
        report: report as ScheduleReport,
        period: period as SchedulePeriod,
        hour: Number(hour),
        format: format as ScheduleFormat,
        recipients: addresses(recipients),
      })
      await refreshSchedules()
      toast.success(text(schedule ? 'reports.schedule.changed' : 'reports.schedule.made'))
      close()
    },
  })
}

/** Creates or edits a scheduled report. */
export function ScheduleForm({ schedule, close }: ScheduleFormProps) {
  const form = useSchedule({ schedule, close })
  return (
    <FormDialog
      form={form}
      title={text(schedule ? 'reports.schedule.edit' : 'reports.schedule.new')}
      sentence={text('reports.schedule.sentence')}
      yes={text(schedule ? 'reports.schedule.save' : 'reports.schedule.create')}
      nameOf={(field) => text(`reports.schedule.${field}`)}
      close={close}
    >
      <TextField form={form} name="name" label={text('reports.schedule.name')} autoFocus />
      <ChoiceField
        form={form}
        name="report"
        label={text('reports.schedule.report')}
        hint={text(`reports.schedule.holds.${form.values.report}`)}
        options={scheduleReports.map((value) => ({ value, text: text(`reports.schedule.report.${value}`) }))}
      />
      <Fields>
        <ChoiceField
          form={form}
          name="period"
          label={text('reports.schedule.period')}
          options={schedulePeriods.map((value) => ({ value, text: text(`reports.schedule.period.${value}`) }))}
        />
        <ChoiceField form={form} name="hour" label={text('reports.schedule.hour')} options={hours} />
        <ChoiceField
          form={form}
          name="format"
          label={text('reports.schedule.format')}
          options={scheduleFormats.map((value) => ({ value, text: value.toUpperCase() }))}
        />
      </Fields>
      <TextField
        form={form}
        name="recipients"
        rows={3}
        label={text('reports.schedule.recipients')}
        hint={text('reports.schedule.recipients.hint')}
        optional
      />
    </FormDialog>
  )
}
