import type { PersonSummary } from '@rodada/contract/core/fields'
import { IconUserOff, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import { normalize } from '../../../../lib/text/normalize.ts'
import { Avatar } from '../../../../ui/marks/Avatar.tsx'
import { useBoard } from '../../session/use-board.ts'
import { useCard } from '../card-context.ts'
import { Fact } from './Fact.tsx'
import classes from './facts.module.css'
import { Option } from './Option.tsx'
import popClasses from './Pop.module.css'
import { Pop } from './Pop.tsx'
import { PopSearch, searchFrom } from './PopSearch.tsx'

/** Who does it: one of the board's people. */
export function AssigneeFact() {
  const { card, canWrite, setPop } = useCard()
  const { members, viewerId, actions } = useBoard()
  const assign = (to: PersonSummary | null) => void actions.assign(card.id, to)
  const person = card.assigned_user
  const shown = person ? (
    <>
      <Avatar name={person.name} avatar={person.avatar_url} size="xs" />
      <span className={classes.cut}>{person.id === viewerId ? t('card:assignee.you', { name: person.name }) : person.name}</span>
    </>
  ) : (
    <span className={classes.none}>{t('card:assignee.none')}</span>
  )
  if (!canWrite)
    return (
      <Fact label={t('card:assignee.label')}>
        <p className={classes.fixed}>{shown}</p>
      </Fact>
    )
  const me = members.find(({ user_id }) => user_id === viewerId)?.user
  const choose = (chosen: PersonSummary | null) => {
    setPop(null)
    if (chosen?.id !== person?.id) assign(chosen)
  }
  return (
    <Fact label={t('card:assignee.label')}>
      <Pop
        name="assignee"
        target={
          <button
            type="button"
            className={classes.value}
            aria-label={`${t('card:assignee.label')}: ${person?.name ?? t('card:assignee.none')}`}
            data-shortcut="m"
          >
            {shown}
          </button>
        }
      >
        <People chosen={person?.id ?? null} onChoose={choose} />
      </Pop>
      {me && person?.id !== viewerId && (
        <button type="button" className={`${classes.value} ${classes.minor}`} onClick={() => assign(me)} data-shortcut=" ">
          <IconUserPlus size={18} stroke={1.75} aria-hidden="true" />
          {t('card:assignee.take')}
        </button>
      )}
    </Fact>
  )
}

function People({ chosen, onChoose }: { chosen: number | null; onChoose: (person: PersonSummary | null) => void }) {
  const { members, viewerId } = useBoard()
  const [wanted, setWanted] = useState('')
  const people = members
    .map(({ user }) => user)
    .filter(({ name }) => normalize(name).includes(normalize(wanted.trim())))
    // Oneself first: that is who people look for most.
    .sort((a, b) => Number(b.id === viewerId) - Number(a.id === viewerId) || format.compare(a.name, b.name))
  return (
    <>
      {members.length >= searchFrom && <PopSearch label={t('card:assignee.find')} value={wanted} onChange={setWanted} />}
      {people.length === 0 && <p className={popClasses.empty}>{t('card:assignee.empty')}</p>}
      <div className={popClasses.list}>
        {people.map((person) => (
          <Option key={person.id} chosen={person.id === chosen} onChoose={() => onChoose(person)}>
            <Avatar name={person.name} avatar={person.avatar_url} size="xs" />
            <span>
              {person.name}
              {person.id === viewerId && <span className={classes.none}> · {t('card:me')}</span>}
            </span>
          </Option>
        ))}
        {chosen !== null && wanted === '' && (
          <Option onChoose={() => onChoose(null)}>
            <IconUserOff size={18} stroke={1.75} aria-hidden="true" />
            <span>{t('card:assignee.none')}</span>
          </Option>
        )}
      </div>
    </>
  )
}
