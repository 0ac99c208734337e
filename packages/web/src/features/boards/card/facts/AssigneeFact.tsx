import type { PersonSummary } from '@rodada/contract/core/fields'
import { IconUserOff, IconUserPlus } from '@tabler/icons-react'
import { t } from '../../../../i18n/index.ts'
import { Avatar } from '../../../../ui/marks/Avatar.tsx'
import { useBoard } from '../../session/use-board.ts'
import { useCard } from '../card-context.ts'
import { Fact } from './Fact.tsx'
import classes from './facts.module.css'
import { Option } from './Option.tsx'
import { PeopleOptions } from './PeopleOptions.tsx'
import { Pop } from './Pop.tsx'

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
        <PeopleOptions chosen={person ? [person.id] : []} onChoose={choose}>
          {person && (
            <Option onChoose={() => choose(null)}>
              <IconUserOff size={18} stroke={1.75} aria-hidden="true" />
              <span>{t('card:assignee.none')}</span>
            </Option>
          )}
        </PeopleOptions>
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
