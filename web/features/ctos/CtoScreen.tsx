import type { Cto } from '@hilo/contract/ctos.ts'
import { useMemo, useState } from 'react'
import { Icon } from '../../lists/icons.tsx'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { RecordPage } from '../../lists/panel/RecordPage.tsx'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateKey } from '../../ui/faceplate/FaceplateLegend.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { addressText, CtoFacts, routeTo } from './CtoFacts.tsx'
import { ctoEventsList, ctoPortsList } from './cto-lists.ts'

function Head({ cto }: { cto: Cto }) {
  return (
    <header className="hl-page-head">
      <h1 className="code">{cto.code}</h1>
      <StateBadge enumeration="cto" value={cto.state} />
      <a className="hl-button" href={routeTo(cto.position)} target="_blank" rel="noreferrer">
        <Icon name="route" />
        {text('list.ctos.route')}
      </a>
      <p className="hl-page-line">
        <span>
          <Icon name="route" />
          {addressText(cto.address)}
        </span>
        <span>
          <Icon name="box" />
          {text('list.ctos.freeOf', { free: cto.ports_free, total: cto.ports_total })}
        </span>
      </p>
    </header>
  )
}

function Box({ cto }: { cto: Cto }) {
  const { ports } = cto
  if (!ports) return null
  const total = boxSize(cto.ports_total)
  const subtitle = `${choiceText('type', cto.type)} · ${text('faceplate.ports', { count: cto.ports_total })}`
  return (
    <section className="hl-card" aria-label={text('list.ctos.box')}>
      <h2>{text('list.ctos.box')}</h2>
      <Faceplate
        ports={ports}
        total={total}
        size="large"
        title={boxLabel(cto.code)}
        subtitle={subtitle}
        splitter={text('faceplate.splitter', { ratio: cto.splitter.ratio })}
      />
      <FaceplateKey ports={ports} total={total} counts />
    </section>
  )
}

const lists = { ports: ctoPortsList, events: ctoEventsList }

/** The ports and the interventions of the box, one of the two lists at a time. */
function Lists({ cto }: { cto: Cto }) {
  const [shown, setShown] = useState<keyof typeof lists>('ports')
  const fixed = useMemo(() => ({ cto_id: cto.id }), [cto.id])
  return (
    <section className="hl-card-list hl-card" aria-label={text('list.ctos.lists')}>
      <nav className="hl-card-tabs" aria-label={text('list.ctos.lists')}>
        {(['ports', 'events'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className="hl-tab"
            aria-current={name === shown ? 'true' : undefined}
            onClick={() => setShown(name)}
          >
            {text(`list.${name}.title`)}
          </button>
        ))}
      </nav>
      <ListScreen key={shown} list={lists[shown]} fixed={fixed} />
    </section>
  )
}

function Page({ cto }: { cto: Cto }) {
  return (
    <>
      <Head cto={cto} />
      <div className="hl-columns">
        <Box cto={cto} />
        <section className="hl-card" aria-label={text('list.ctos.facts')}>
          <h2>{text('list.ctos.facts')}</h2>
          <CtoFacts cto={cto} />
        </section>
      </div>
      <Lists cto={cto} />
    </>
  )
}

/** One box: drawn as it is, what is known of it, its ports and its interventions. */
export function CtoScreen() {
  return <RecordPage path="admin_vno/ctos/get">{(cto) => <Page cto={cto} />}</RecordPage>
}
