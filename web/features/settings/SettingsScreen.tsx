import type { Output } from '@hilo/contract/index.ts'
import type { SettingRecord } from '@hilo/contract/settings/settings.ts'
import type { SettingGroup } from '@hilo/domain/settings.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import '../../lists/lists.css'
import { QueryState } from '../../kit/QueryState.tsx'
import { FormPage } from '../../ui/form/FormPage.tsx'
import { Card, Page } from '../../kit/Page.tsx'
import { idOf } from '../../ui/id-of.ts'
import { text } from '../../ui/text.ts'
import { SettingRow } from './SettingRow.tsx'
import { StepMatrix } from './StepMatrix.tsx'
import { Thresholds } from './Thresholds.tsx'
import { useChanges } from './use-changes.ts'
import { useSettings } from './use-settings.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { ScheduledReport, schedulesQuery } from '../../lists/ScheduledReport.tsx'

/** Cards of related settings. */
const cards: Readonly<Record<SettingGroup, readonly { title: string; of: (key: string) => boolean }[]>> = {
  eventConfi: [{ title: 'open', of: (key) => !key.startsWith('extra_steps.') }],
  eventFinalizationConfi: [{ title: 'close', of: (key) => !key.startsWith('limits.') }],
  reportConfi: [{ title: 'notices', of: () => true }],
  admin: [{ title: 'passkeys', of: () => true }],
}

export const EventSettingsScreen = () => <SettingsScreen group="eventConfi" />
export const FinalizationSettingsScreen = () => <SettingsScreen group="eventFinalizationConfi" />
export const ReportSettingsScreen = () => <SettingsScreen group="reportConfi" />
export const SecuritySettingsScreen = () => <SettingsScreen group="admin" />

function SettingsScreen({ group }: { group: SettingGroup }) {
  const { operador }: Record<string, unknown> = useSearch({ strict: false })
  const neutral = session.isNeutral()
  const owner = neutral ? idOf(operador) : undefined
  const vno = owner === undefined ? {} : { vno_id: owner }
  const answer = useCall('admin_vno/settings/get', { group, ...vno })
  return (
    <Page
      title={text(`settings.title.${group}`)}
      lead={text(neutral && group !== 'admin' ? 'settings.lead.neutral' : `settings.lead.${group}`)}
      actions={neutral && <Owner value={vno.vno_id} />}
    >
      <QueryState answer={answer} height={520}>
        {(shown) => (
          <>
            <Settings key={`${group} ${shown.vno_id ?? ''}`} group={group} shown={shown} />
            {group === 'reportConfi' && <ScheduledReports />}
          </>
        )}
      </QueryState>
    </Page>
  )
}

/** Reports that come by themselves: what each holds, to whom it goes and when. Edited on their own page. */
function ScheduledReports() {
  const may = session.can('dashboardReports_view')
  const answer = useCall('admin_vno/reports/schedules/get', schedulesQuery, { enabled: may })
  if (!may) return null
  return (
    <Card
      title={text('reports.schedules.title')}
      aside={
        <LinkButton size="small" to="/vno/informes/programados">
          {text('settings.reports.edit')}
        </LinkButton>
      }
      bare
    >
      <QueryState answer={answer} height={120}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="px-16 ink-2 padded">{text('reports.schedules.none.text')}</p>
          ) : (
            <ul>
              {records.map((schedule) => (
                <ScheduledReport key={schedule.id} schedule={schedule} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </Card>
  )
}

/** Chooses the defaults or one operator. */
function Owner({ value }: { value: number | undefined }) {
  const navigate = useNavigate()
  const operators = useCall('admin_vno/vno/get', { limit: 200 }, { enabled: session.can('vno_view') })
  return (
    <select
      className="hl-input"
      aria-label={text('settings.owner')}
      value={value ?? ''}
      onChange={({ target }) =>
        void navigate({ to: '.', search: target.value === '' ? {} : { operador: target.value }, replace: true })
      }
    >
      <option value="">{text('settings.owner.all')}</option>
      {operators.data?.records.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

function Settings({ group, shown }: { group: SettingGroup; shown: Output<'admin_vno/settings/get'> }) {
  const { records, form, free, editable } = useSettings(group, shown)
  const lastOf = useChanges(shown.vno_id)
  const nameOf = (field: string) => fieldName(records, field)
  return (
    <FormPage form={form} yes={text('settings.save')} nameOf={nameOf} readOnly={!editable}>
      {!editable && <p className="small ink-2">{text('settings.readOnly')}</p>}
      {cards[group].map(({ title, of }) => (
        <Card key={title} title={text(`settings.card.${title}`)} bare>
          {records
            .filter(({ key }) => of(key))
            .map((record) => (
              <SettingRow key={record.key} {...{ record, form, free, editable }} last={lastOf(record.key)} />
            ))}
        </Card>
      ))}
      {group === 'eventConfi' && (
        <Card title={text('settings.card.steps')} bare>
          <StepMatrix
            records={records.filter(({ key }) => key.startsWith('extra_steps.'))}
            {...{ form, free, editable, lastOf }}
          />
        </Card>
      )}
      {group === 'eventFinalizationConfi' && (
        <Thresholds records={records.filter(({ kind }) => kind === 'limits')} {...{ form, free, editable, lastOf }} />
      )}
    </FormPage>
  )
}

/** "Puerto de la CTO, clase B+, mínimo" */
function fieldName(records: readonly SettingRecord[], field: string): string {
  const [key = '', limit] = field.split('/')
  if (limit === undefined) return records.find((record) => record.key === key)?.label ?? key
  const [, point = '', ...optic] = key.split('.')
  return [
    text(`settings.point.${point}`),
    text('settings.class', { class: optic.join('.') }),
    text(`settings.limit.${limit}`),
  ].join(', ')
}
