import { useState } from 'react'
import { configKeys, type ListName } from '../../lists/columns/config-keys.ts'
import { saveConfig, useConfigs } from '../../lists/columns/ui-config.ts'
import '../../lists/lists.css'
import { Empty } from '../../ui/Asked.tsx'
import { chooseColorScheme, useChosenScheme } from '../../ui/color-scheme.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import styles from './settings.module.css'

type Configs = ReturnType<typeof useConfigs>
type Config = Configs[string]
type Density = 'normal' | 'compact'

/** One's own looks: they follow the person, and change nothing for anybody else. */
export function InterfaceScreen() {
  const configs = useConfigs()
  const kept = lists.filter(([, key]) => configs[key] !== undefined)
  return (
    <Page narrow title={text('interface.title')} lead={text('interface.lead')}>
      <Scheme />
      <AllDensities configs={configs} />
      <Card title={text('interface.lists')} bare>
        {kept.length === 0 ? (
          <Empty title={text('interface.lists.none')}>
            <p>{text('interface.lists.none.text')}</p>
          </Empty>
        ) : (
          <ul>
            {kept.map(([name, key]) => (
              <ListRow key={key} name={name} config={configs[key]} />
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
      <p className={styles.hint}>{text('interface.scheme.text')}</p>
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

const lists = Object.entries(configKeys) as [ListName, string][]

async function keep(key: string, config: Config | undefined, density: Density): Promise<boolean> {
  const { columns = [], sort, views, default_view } = config ?? {}
  const rest = { ...(sort && { sort }), ...(views && { views }), ...(default_view && { default_view }) }
  return saveConfig(key, { columns, density, ...rest })
}
const densities = () =>
  (['normal', 'compact'] as const).map((value) => ({ value, text: text(`interface.density.${value}`) }))
const densityOf = (config: Config | undefined): Density => config?.density ?? 'normal'

/** Told only when the server did not take it: what is on the screen says the rest. */
function told(saved: boolean): void {
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
    told(saved.every(Boolean))
  }
  return (
    <Card title={text('interface.density')}>
      <p className={styles.hint}>{text(value === 'mixed' ? 'interface.density.mixed' : 'interface.density.text')}</p>
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
  const said = [
    columns.length > 0 && text('interface.columns.own'),
    views.length > 0 && text('interface.views', { count: views.length }),
  ].filter(Boolean)
  const restore = () => {
    const density = densityOf(config)
    const nothing = density === 'normal' && views.length === 0 && default_view === undefined
    const rest = { columns: [], density, ...(views.length > 0 && { views }), ...(default_view && { default_view }) }
    void saveConfig(key, nothing ? null : rest).then((saved) => {
      told(saved)
      if (saved) toast.success(text('interface.restored', { list: name }))
    })
  }
  return (
    <li className={styles.reason}>
      <div>
        <b>{name}</b>
        <small>{said.length > 0 ? said.join(', ') : text('interface.columns.default')}</small>
      </div>
      <Segments
        label={text('interface.density.of', { list: name })}
        options={densities()}
        value={densityOf(config)}
        onChange={(density) => void keep(key, config, density).then(told)}
      />
      <span className={styles.acts}>
        {(columns.length > 0 || sort !== undefined) && (
          <button
            type="button"
            className="hl-button hl-small"
            aria-label={text('interface.restore.of', { list: name })}
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          >
            {text('interface.restore')}
          </button>
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
