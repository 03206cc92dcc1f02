import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { configKeys, type ListName } from '../../lists/columns/config-keys.ts'
import { saveConfig, useConfigs } from '../../lists/columns/ui-config.ts'
import '../../lists/lists.css'
import { EmptyState } from '../../kit/QueryState.tsx'
import { chooseColorScheme, useChosenScheme } from '../../ui/color-scheme.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Card, Page } from '../../kit/Page.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import styles from './settings.module.css'

type Configs = ReturnType<typeof useConfigs>
type Config = Configs[string]
type Density = 'normal' | 'compact'

/** Personal display settings, stored per user. */
export function InterfaceScreen() {
  const configs = useConfigs()
  const storedLists = keptLists(configs)
  return (
    <Page narrow title={text('interface.title')} lead={text('interface.lead')}>
      <Scheme />
      <AllDensities configs={configs} />
      <Card title={text('interface.lists')} bare>
        {storedLists.length === 0 ? (
          <EmptyState title={text('interface.lists.none')}>
            <p>{text('interface.lists.none.text')}</p>
          </EmptyState>
        ) : (
          <ul>
            {storedLists.map((name) => (
              <ListRow key={name} name={name} config={configs[configKeys[name]]} />
            ))}
          </ul>
        )}
      </Card>
    </Page>
  )
}

function Scheme() {
  const chosen = useChosenScheme() ?? 'system'
  return (
    <Card title={text('interface.scheme')}>
      <p className="small ink-2">{text('interface.scheme.text')}</p>
      <span>
        <Segments
          label={text('interface.scheme')}
          options={(['light', 'dark', 'system'] as const).map((value) => ({
            value,
            text: text(`interface.scheme.${value}`),
          }))}
          value={chosen}
          onChange={(value) => chooseColorScheme(value === 'system' ? null : value)}
        />
      </span>
    </Card>
  )
}

/** Lists with stored display settings, by title. */
const keptLists = (configs: Configs) =>
  (Object.keys(configKeys) as ListName[])
    .filter((name) => configs[configKeys[name]] !== undefined)
    .toSorted((one, other) => text(`list.${one}.title`).localeCompare(text(`list.${other}.title`), 'es'))

async function keep(key: string, config: Config | undefined, density: Density): Promise<boolean> {
  const { columns = [], sort, views, default_view } = config ?? {}
  const rest = { ...(sort && { sort }), ...(views && { views }), ...(default_view && { default_view }) }
  return saveConfig(key, { columns, density, ...rest })
}
const densities = () =>
  (['normal', 'compact'] as const).map((value) => ({ value, text: text(`interface.density.${value}`) }))
const densityOf = (config: Config | undefined): Density => config?.density ?? 'normal'

/** Reports only a failure to save: success is visible. */
function toastSaved(saved: boolean): void {
  if (!saved) toast.error(text('list.config.local'))
}

function AllDensities({ configs }: { configs: Configs }) {
  const keys = Object.values(configKeys)
  const compact = keys.filter((key) => densityOf(configs[key]) === 'compact').length
  const value = compact === keys.length ? 'compact' : compact === 0 ? 'normal' : 'mixed'
  const [busy, setBusy] = useState(false)
  const change = async (density: Density) => {
    setBusy(true)
    const saved = await Promise.all(
      keys.filter((key) => densityOf(configs[key]) !== density).map((key) => keep(key, configs[key], density)),
    )
    setBusy(false)
    toastSaved(saved.every(Boolean))
  }
  return (
    <Card title={text('interface.density')}>
      <p className="small ink-2">{text(value === 'mixed' ? 'interface.density.mixed' : 'interface.density.text')}</p>
      <span aria-busy={busy}>
        <Segments<Density | 'mixed'>
          label={text('interface.density')}
          options={densities()}
          value={value}
          onChange={(density) => !busy && density !== 'mixed' && void change(density)}
        />
      </span>
    </Card>
  )
}

function ListRow({ name: list, config }: { name: ListName; config: Config | undefined }) {
  const [asking, setAsking] = useState(false)
  const key = configKeys[list]
  const name = text(`list.${list}.title`)
  const { columns = [], sort, views = [], default_view } = config ?? {}
  const parts = [
    columns.length > 0 && text('interface.columns.own'),
    views.length > 0 && text('interface.views', { count: views.length }),
  ].filter(Boolean)
  const restore = () => {
    const density = densityOf(config)
    const nothing = density === 'normal' && views.length === 0 && default_view === undefined
    const rest = { columns: [], density, ...(views.length > 0 && { views }), ...(default_view && { default_view }) }
    void saveConfig(key, nothing ? null : rest).then((saved) => {
      toastSaved(saved)
      if (saved) toast.success(text('interface.restored', { list: name }))
    })
  }
  return (
    <li className={styles.reason}>
      <div>
        <b>{name}</b>
        <small className="block small ink-2">
          {parts.length > 0 ? parts.join(', ') : text('interface.columns.default')}
        </small>
      </div>
      <Segments
        label={text('interface.density.of', { list: name })}
        options={densities()}
        value={densityOf(config)}
        onChange={(density) => void keep(key, config, density).then(toastSaved)}
      />
      <span className={`flex wrap end gap-6 ${styles.acts} phone-whole-line`}>
        {(columns.length > 0 || sort !== undefined) && (
          <Button
            size="small"
            aria-label={text('interface.restore.of', { list: name })}
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          >
            {text('interface.restore')}
          </Button>
        )}
      </span>
      {asking && (
        <ConfirmDialog
          title={text('interface.restore.of', { list: name })}
          sentence={text('interface.restore.text')}
          yes={text('interface.restore')}
          confirm={restore}
          close={() => setAsking(false)}
        />
      )}
    </li>
  )
}
