import { LinkButton } from '../../kit/LinkButton.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { actsOf, kinds, type Kind, type Person, type Technical } from './person.ts'
import { PersonActs } from './PersonActs.tsx'
import { PersonFacts, StatusNote, TechnicalFacts } from './PersonFacts.tsx'

const isTechnical = (person: Person): person is Technical => 'zones' in person

function Body({ record: person }: PanelProps<Person>) {
  return (
    <>
      <div className="hl-line">
        <StateBadge enumeration="account" value={person.status} />
        {isTechnical(person) && person.open_events > 0 && text('people.openEvents', { count: person.open_events })}
      </div>
      <StatusNote person={person} />
      <PersonFacts person={person} />
      {isTechnical(person) && (
        <>
          <hr className="hl-rule" />
          <TechnicalFacts person={person} />
        </>
      )}
    </>
  )
}

/** Whether the state of the account requires an action, which becomes the main button. */
const hasNext = (kind: Kind, person: Person) =>
  actsOf(kind, person).some((act) => act === 'approve' || act === 'reactivate')

const panelOf = (kind: Kind): PanelParts<Person> => ({
  Body,
  Foot: ({ record: person, refresh }) => (
    <>
      <LinkButton
        kind={hasNext(kind, person) ? 'second' : 'main'}
        to={`${kinds[kind].list}/$id`}
        params={{ id: String(person.id) }}
      >
        {text('people.open')}
      </LinkButton>
      <PersonActs kind={kind} person={person} refresh={refresh} />
    </>
  ),
})
export const technicalPanel = panelOf('technical')
export const adminPanel = panelOf('admin')
export const neutralAdminPanel = panelOf('neutral')
