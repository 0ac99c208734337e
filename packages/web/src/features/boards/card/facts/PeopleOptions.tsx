import type { PersonSummary } from '@rodada/contract/core/fields'
import { type ReactNode, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import { normalize } from '../../../../lib/text/normalize.ts'
import { Avatar } from '../../../../ui/marks/Avatar.tsx'
import { useBoard } from '../../session/use-board.ts'
import classes from './facts.module.css'
import { Option } from './Option.tsx'
import popClasses from './Pop.module.css'
import { PopSearch, searchFrom } from './PopSearch.tsx'

type Props = {
  chosen: readonly number[]
  /** Somebody who is not to be chosen here. */
  without?: number | undefined
  onChoose: (person: PersonSummary) => void
  /** Further choices behind the people, while nobody is searched for. */
  children?: ReactNode
}

/** The board's people, to choose from in a popover. */
export function PeopleOptions({ chosen, without, onChoose, children }: Props) {
  const { members, viewerId } = useBoard()
  const [wanted, setWanted] = useState('')
  const people = members
    .map(({ user }) => user)
    .filter(({ id, name }) => id !== without && normalize(name).includes(normalize(wanted.trim())))
    // Oneself first: that is who people look for most.
    .sort((a, b) => Number(b.id === viewerId) - Number(a.id === viewerId) || format.compare(a.name, b.name))
  return (
    <>
      {members.length >= searchFrom && <PopSearch label={t('card:assignee.find')} value={wanted} onChange={setWanted} />}
      {people.length === 0 && <p className={popClasses.empty}>{t('card:assignee.empty')}</p>}
      <div className={popClasses.list}>
        {people.map((person) => (
          <Option key={person.id} chosen={chosen.includes(person.id)} onChoose={() => onChoose(person)}>
            <Avatar name={person.name} avatar={person.avatar_url} size="xs" />
            <span>
              {person.name}
              {person.id === viewerId && <span className={classes.none}> · {t('card:me')}</span>}
            </span>
          </Option>
        ))}
        {wanted === '' && children}
      </div>
    </>
  )
}
