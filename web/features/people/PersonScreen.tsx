import { useMemo } from 'react'
import { session } from '../../api/session.ts'
import { Icon } from '../../lists/icons.tsx'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { RecordPage } from '../../lists/panel/RecordPage.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { technicalWorkList } from './events.list.ts'
import { Figures } from './Figures.tsx'
import { kinds, type Kind, type Person, type Technical } from './person.ts'
import { PersonActs } from './PersonActs.tsx'
import { Mail, PersonFacts, Phone, StatusNote, TechnicalFacts } from './PersonFacts.tsx'
import { SignedIn } from './SignedIn.tsx'
import styles from './people.module.css'

function Head({ kind, person, refresh }: { kind: Kind; person: Person; refresh: () => Promise<void> }) {
  return (
    <header className="hl-page-head">
      <Avatar name={person.name} size={34} />
      <h1>{person.name}</h1>
      <StateBadge enumeration="account" value={person.status} />
      <div className={`flex gap-8 wrap push ${styles.acts} phone-whole-line`}>
        <PersonActs kind={kind} person={person} refresh={refresh} />
      </div>
      <p className="hl-page-line">
        <span>
          <Icon name="person" />
          {person.role.name}
        </span>
        {'contractor' in person && person.contractor && (
          <span>
            <Icon name="people" />
            {person.contractor.name}
          </span>
        )}
        <Mail address={person.email} />
        <Phone phone={person.phone} />
      </p>
    </header>
  )
}

function TechnicalPage({ person, refresh }: { person: Technical; refresh: () => Promise<void> }) {
  const fixed = useMemo(() => ({ type: 1, technical_id: person.id }), [person.id])
  return (
    <>
      <Head kind="technical" person={person} refresh={refresh} />
      <StatusNote person={person} />
      <Figures technical_id={person.id} />
      <div className="hl-columns">
        {session.can('event_view') && (
          <section className={`hl-card-list hl-card one-column ${styles.list}`} aria-label={text('people.events')}>
            <h2 className={styles.listHead}>{text('people.events')}</h2>
            <ListScreen list={technicalWorkList} fixed={fixed} />
          </section>
        )}
        <div className="hl-stack grid gap-12">
          <section className="hl-card" aria-label={text('people.facts')}>
            <h2>{text('people.facts')}</h2>
            <TechnicalFacts person={person} />
            <hr className="hl-rule" />
            <PersonFacts person={person} />
          </section>
          <SignedIn person={person} refresh={refresh} />
        </div>
      </div>
    </>
  )
}

/** One technician: facts, indicators, work, and sessions. */
export function TechnicalScreen() {
  return (
    <RecordPage path={`${kinds.technical.calls}/get`}>
      {(person, { refresh }) => <TechnicalPage person={person} refresh={refresh} />}
    </RecordPage>
  )
}

function AdminPage({ kind, person, refresh }: { kind: Kind; person: Person; refresh: () => Promise<void> }) {
  return (
    <>
      <Head kind={kind} person={person} refresh={refresh} />
      <StatusNote person={person} />
      <section className={`hl-card ${styles.narrow}`} aria-label={text('people.facts')}>
        <h2>{text('people.facts')}</h2>
        <PersonFacts person={person} />
      </section>
    </>
  )
}

export function AdminScreen() {
  return (
    <RecordPage path={`${kinds.admin.calls}/get`}>
      {(person, { refresh }) => <AdminPage kind="admin" person={person} refresh={refresh} />}
    </RecordPage>
  )
}

export function NeutralAdminScreen() {
  return (
    <RecordPage path={`${kinds.neutral.calls}/get`}>
      {(person, { refresh }) => <AdminPage kind="neutral" person={person} refresh={refresh} />}
    </RecordPage>
  )
}
