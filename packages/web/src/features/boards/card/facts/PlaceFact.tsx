import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { idleDays } from '../../../../ui/cards/idle.ts'
import { useBoardPart } from '../../session/board-session.ts'
import { cardIdsOf } from '../../session/board-state.ts'
import { useBoard } from '../../session/use-board.ts'
import { useCard } from '../card-context.ts'
import { Fact } from './Fact.tsx'
import classes from './facts.module.css'
import popClasses from './Pop.module.css'
import { Pop } from './Pop.tsx'

/** In which list the card stands, and where in it. */
export function PlaceFact() {
  const { card, canWrite } = useCard()
  const { lists } = useBoard()
  const title = lists.find(({ id }) => id === card.list_id)?.title ?? ''
  if (!canWrite)
    return (
      <Fact label={t('card:place.label')}>
        <p className={classes.fixed}>
          <span className={classes.cut} title={title}>
            {title}
          </span>
        </p>
        <Idle />
      </Fact>
    )
  return (
    <Fact label={t('card:place.label')}>
      <Pop
        name="place"
        target={
          <button type="button" className={classes.value} aria-label={`${t('card:place.move')}: ${title}`}>
            <IconArrowsExchange size={18} stroke={1.75} aria-hidden="true" className={classes.sign} />
            <span className={classes.cut} title={title}>
              {title}
            </span>
          </button>
        }
      >
        <MoveForm />
      </Pop>
      <Idle />
    </Fact>
  )
}

/** As the card's face says it. */
function Idle() {
  const days = idleDays(useCard().card)
  return days === null ? null : <p className={classes.since}>{t('kanban:face.idle', { count: days })}</p>
}

const noIds: readonly number[] = []

function MoveForm() {
  const { card, setPop } = useCard()
  const board = useBoard()
  const id = useId()
  const [listId, setListId] = useState(card.list_id)
  const ids = useBoardPart((now) => cardIdsOf(now, listId), noIds)
  const others = ids.filter((other) => other !== card.id)
  const now = listId === card.list_id ? Math.max(0, ids.indexOf(card.id)) : 0
  const [chosen, setChosen] = useState<number | null>(null)
  const index = Math.min(chosen ?? now, others.length)
  const positionName = (at: number): string => {
    const position = at + 1
    if (at === 0 && others.length > 0) return t('card:place.first', { position })
    return at === others.length && at > 0 ? t('card:place.last', { position }) : String(position)
  }
  return (
    <form
      className={popClasses.form}
      onSubmit={(event) => {
        event.preventDefault()
        setPop(null)
        void board.actions.moveCard(card.id, { listId, afterId: others[index - 1] ?? null })
      }}
    >
      <label className={popClasses.field} htmlFor={`${id}-list`}>
        {t('card:place.list')}
        <select
          id={`${id}-list`}
          value={listId}
          data-autofocus
          onChange={(event) => {
            setListId(Number(event.currentTarget.value))
            setChosen(null)
          }}
        >
          {board.lists.map((list) => (
            <option key={list.id} value={list.id}>
              {list.title}
            </option>
          ))}
        </select>
      </label>
      <label className={popClasses.field} htmlFor={`${id}-position`}>
        {t('card:place.position')}
        <select id={`${id}-position`} value={index} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
          {Array.from({ length: others.length + 1 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a position is its index
            <option key={at} value={at}>
              {positionName(at)}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" variant="filled" disabled={listId === card.list_id && index === now}>
        {t('card:place.move')}
      </Button>
    </form>
  )
}
