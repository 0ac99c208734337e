import type { Estimation } from '@rodada/contract/estimations/estimations'
import { t } from '../../i18n/index.ts'
import { readUserData } from '../../lib/device/storage.ts'
import { leftText } from '../../ui/estimate/estimation-words.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { PlayingCard } from '../../ui/marks/PlayingCard.tsx'
import { missingCards } from './estimation-view.ts'
import classes from './LongTable.module.css'

/** The long table: a solid back has finished, a ghost has not. Of others it shows no progress and no order in time. */
export function LongTable({ estimation: { voters, cards, votes, closes_at } }: { estimation: Estimation }) {
  const me = readUserData()?.id
  const finished = voters.filter((voter) => voter.finished).length
  const own = cards.length - missingCards(cards, votes).length
  return (
    <section className={classes.table} aria-label={t('estimations:page.who')}>
      <div className={classes.sum}>
        <b>
          {finished}
          <small>{t('estimations:page.of', { count: voters.length })}</small>
        </b>
        <p>{t('estimations:page.finished', { count: finished, left: leftText(closes_at) })}</p>
      </div>
      <ol>
        {voters.map(({ user_id, name, avatar_url, finished: isDone }) => {
          const isMe = user_id === me
          const state = isDone
            ? t('estimations:page.done')
            : isMe
              ? t('estimations:page.yourProgress', { n: own, count: cards.length })
              : t('estimations:page.notYet')
          return (
            <li key={user_id} data-ghost={!isDone || undefined}>
              <PlayingCard back width="3.125rem" className={classes.card} />
              <span className={classes.who}>
                <Avatar name={name} avatar={avatar_url} size={26} />
                <span>
                  {isMe ? t('estimations:page.you') : name}
                  <small>{state}</small>
                </span>
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
