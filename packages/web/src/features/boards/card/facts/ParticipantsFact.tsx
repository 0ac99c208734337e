import { IconPlus } from '@tabler/icons-react'
import { t } from '../../../../i18n/index.ts'
import { othersOn, StackedFaces } from '../../../../ui/kanban/StackedFaces.tsx'
import { useBoard } from '../../session/use-board.ts'
import { useCardFacts } from '../../session/use-card-facts.ts'
import { useCard } from '../card-context.ts'
import { Fact } from './Fact.tsx'
import classes from './facts.module.css'
import { PeopleOptions } from './PeopleOptions.tsx'
import { Pop } from './Pop.tsx'

const drawnFaces = 6

/** Who takes part besides the one who answers for the card. */
export function ParticipantsFact() {
  const { card, canWrite } = useCard()
  const { members } = useBoard()
  const facts = useCardFacts()
  const taking = members.map(({ user }) => user).filter(({ id }) => card.participant_ids.includes(id))
  const people = othersOn(taking, card.assigned_user)
  if (!canWrite && people.length === 0) return null
  return (
    <Fact label={t('card:participants.label')}>
      <div className={classes.stacked}>
        <StackedFaces people={people} most={drawnFaces} />
        {canWrite && (
          <Pop
            name="participants"
            target={
              <button
                type="button"
                className={`${classes.value} ${people.length > 0 ? classes.plus : classes.minor}`}
                aria-label={t('card:participants.add')}
              >
                <IconPlus size={18} stroke={1.75} aria-hidden="true" />
                {people.length === 0 && t('card:participants.add')}
              </button>
            }
          >
            <PeopleOptions
              chosen={card.participant_ids}
              without={card.assigned_user?.id}
              onChoose={(person) => void facts.participate(card.id, person, !card.participant_ids.includes(person.id))}
            />
          </Pop>
        )}
      </div>
    </Fact>
  )
}
