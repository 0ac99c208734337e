import { useEffect } from 'react'
import { t } from '../../i18n/index.ts'
import { ConnectionNote as Note } from '../../ui/kanban/ConnectionNote.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { announce } from '../../ui/states/LiveRegion.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import classes from './BoardStates.module.css'
import { keptText } from './card/texts/kept-text.ts'
import { useSession, useSnapshot } from './session/board-session.ts'

const KeptText = lazyPart(async () => (await import('./card/texts/KeptText.tsx')).KeptText, { texts: ['card'] })

const bones = [
  { id: 'a', cards: [92, 72, 92, 72] },
  { id: 'b', cards: [92, 92] },
  { id: 'c', cards: [72, 92, 72] },
]

/** The shape of a board while it is on its way. */
export function BoardLoading() {
  return (
    <div className={classes.loading}>
      <SkeletonGroup>
        <div className={classes.head}>
          <Skeleton width="1.625rem" height="1.625rem" radius="7px" />
          <Skeleton width="13.75rem" height="1.375rem" />
        </div>
        <div className={classes.lists}>
          {bones.map(({ id, cards }) => (
            <div key={id} className={classes.list}>
              <Skeleton width="6.875rem" height="1rem" />
              {cards.map((height, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: bones never change
                <Skeleton key={index} height={`${height}px`} radius="10px" />
              ))}
            </div>
          ))}
        </div>
      </SkeletonGroup>
    </div>
  )
}

export function BoardFailed() {
  const { sync } = useSession()
  return (
    <div className={classes.middle}>
      <ErrorState title={t('boards:problems.load')} text={t('boards:problems.loadSafe')} onRetry={() => void sync.reload()} />
    </div>
  )
}

/** Not there, or not there any more; a person who was just taken off the board hears it. */
export function BoardMissing({ wasShown, cardId }: { wasShown: boolean; cardId: number | null }) {
  const kept = cardId === null ? '' : keptText(cardId)
  const title = t(wasShown ? 'boards:gone.title' : 'boards:missing.title')
  useEffect(() => {
    document.getElementById('conteudo')?.focus({ preventScroll: true })
    announce(title, 'assertive')
  }, [title])
  return (
    <div className={classes.middle}>
      <EmptyState
        art="error"
        level={1}
        title={title}
        text={t(wasShown ? (kept === '' ? 'boards:gone.text' : 'boards:gone.textKept') : 'boards:missing.text')}
        action={
          <LinkButton to="/trello" variant="filled">
            {t('boards:missing.action')}
          </LinkButton>
        }
      />
      {kept !== '' && (
        <div className={classes.kept}>
          <KeptText text={kept} />
        </div>
      )}
    </div>
  )
}

/** Says that the board is not live at the moment. */
export function ConnectionNote() {
  const live = useSnapshot((snapshot) => snapshot.live)
  return <Note live={live} offline={t('boards:offline.note')} />
}
