import type { CardNews, NewsChange } from '@rodada/contract/boards/news'
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { Avatar } from '../marks/Avatar.tsx'
import { ChangedValue } from '../marks/ChangedValue.tsx'
import classes from './CardNewsList.module.css'
import { labelOf, shownValue } from './news-words.ts'

type Props = { cards: readonly CardNews[]; onFollow?: () => void }

/** Cards that others changed: each with what it was, what it is now, and who did it. */
export function CardNewsList({ cards, onFollow }: Props) {
  return (
    <ul className={classes.cards}>
      {cards.map(({ board_id, card, changes }) => (
        <li key={card.id}>
          <span className={classes.key}>{card.key}</span>
          {card.deleted ? (
            <del className={classes.title}>{card.title}</del>
          ) : (
            <Link
              to="/board/$boardId"
              params={{ boardId: String(board_id) }}
              search={{ card: String(card.id) }}
              className={classes.title}
              onClick={onFollow}
            >
              {card.title}
            </Link>
          )}
          <dl className={classes.changes}>
            {changes.map((change) => (
              <Change key={`${change.kind} ${change.field} ${change.to}`} change={change} />
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Change({ change }: { change: NewsChange }) {
  const { user, at, by_program } = change
  const who = user && by_program ? t('news:program', { name: user.name }) : (user?.name ?? t('news:someone'))
  return (
    <div>
      <dt>{labelOf(change)}</dt>
      <dd className={classes.value}>
        <Value change={change} />
      </dd>
      <dd className={classes.who} title={format.dateTime(at)}>
        <Avatar name={user?.name ?? t('news:someone')} avatar={user?.avatar_url ?? null} size="xs" off={user === null} />
        <span>{who}</span>
      </dd>
    </div>
  )
}

function Value({ change }: { change: NewsChange }) {
  const { excerpt, field, from, to, count, kind } = change
  if (kind === 'card.commented')
    return (
      <>
        {excerpt && <q>{excerpt}</q>}
        {count > 1 && <span className={classes.more}> {t('news:more', { count: count - 1 })}</span>}
      </>
    )
  if (from === null && to === null) return field === null ? null : <span className={classes.more}>{t('news:changed')}</span>
  return <ChangedValue from={from === null ? undefined : shownValue(change, from)} to={to === null ? undefined : shownValue(change, to)} />
}
