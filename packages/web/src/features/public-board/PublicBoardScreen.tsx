import { type PublicBoard, type PublicCard, type PublicPage, type PublicReport, readLinksApi } from '@rodada/contract/boards/read-links'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ComponentType, type CSSProperties, useId } from 'react'
import { t } from '../../i18n/index.ts'
import { type CallError, call } from '../../lib/call/call.ts'
import { usePageName } from '../../lib/text/page-name.ts'
import { CardFace } from '../../ui/kanban/CardFace.tsx'
import { PanelScreen } from '../../ui/page/PanelScreen.tsx'
import { PublicHead } from '../../ui/page/PublicHead.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import classes from './PublicBoard.module.css'

/** What a public link opens: a board to be read, without an account, or the report of a sprint, which another part draws. */
export function PublicBoardScreen({ Report }: { Report: ComponentType<{ report: PublicReport }> }) {
  const { secret = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery<PublicPage, CallError>({
    queryKey: ['public', secret],
    queryFn: ({ signal }) => call(readLinksApi.read, { params: { secret }, signal }),
  })
  usePageName(data?.kind === 'report' ? data.sprint.nome : data?.title)
  if (data) return data.kind === 'report' ? <Report report={data} /> : <Board board={data} />
  if (error?.status === 404)
    return (
      <PanelScreen>
        <EmptyState art="error" level={1} title={t('publicLinks:page.gone')} text={t('publicLinks:page.goneText')} />
      </PanelScreen>
    )
  return (
    <PanelScreen>
      {error ? (
        <ErrorState level={1} title={t('publicLinks:page.failed')} text={error.message} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup>
          <Skeleton height="1.75rem" width="12rem" />
          <Skeleton height="6rem" radius="12px" />
        </SkeletonGroup>
      )}
    </PanelScreen>
  )
}

function Board({ board }: { board: PublicBoard }) {
  const { title, color, lists, left_out: leftOut } = board
  return (
    <div className={classes.screen} style={{ '--board': color } as CSSProperties}>
      <PublicHead title={title} color={color} className={classes.head}>
        {t('publicLinks:page.lead')}
        {leftOut > 0 && ` ${t('publicLinks:page.leftOut', { count: leftOut })}`}
      </PublicHead>
      <main id="conteudo" tabIndex={-1} className={classes.main}>
        {lists.length === 0 && <EmptyState art="board" level={2} title={t('publicLinks:page.empty')} />}
        {/* What reaches beyond the screen is scrolled to with the keyboard, too. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard, and nothing in it takes the focus */}
        <section className={classes.lists} aria-label={t('publicLinks:page.lists')} tabIndex={0}>
          {lists.map((list, place) => (
            // Lists have no ids here, and two may have the same name.
            // biome-ignore lint/suspicious/noArrayIndexKey: the whole board comes anew each time, and nothing in a list has a state
            <List key={place} list={list} board={board} />
          ))}
        </section>
      </main>
    </div>
  )
}

function List({ list: { title, cards }, board }: { list: PublicBoard['lists'][number]; board: PublicBoard }) {
  const id = useId()
  return (
    <section className={classes.list} aria-labelledby={id}>
      <h2 id={id}>
        {title} <small>{cards.length}</small>
      </h2>
      {cards.length === 0 ? (
        <p className={classes.none}>{t('publicLinks:page.noCards')}</p>
      ) : (
        <ul>
          {cards.map((card) => (
            <li key={card.key}>
              <CardFace card={faceOf(card)} labels={labelsOf(card, board)} participants={peopleOf(card)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const labelsOf = ({ labels }: PublicCard, board: PublicBoard) =>
  labels.flatMap((place) => {
    const label = board.labels[place]
    return label ? [{ id: place, ...label }] : []
  })

const peopleOf = ({ people }: PublicCard) => people.map((name, id) => ({ id, name, avatar_url: null }))

/** A card's face has more than strangers are told: all that is empty. */
const faceOf = ({ key, title, status, due_date, estimate, checklist_done, checklist_total }: PublicCard) => ({
  key,
  title,
  status,
  due_date,
  estimate,
  checklist_done,
  checklist_total,
  priority: 'none' as const,
  moved_at: null,
  assigned_user: null,
  has_description: false,
  comment_count: 0,
  attachment_count: 0,
  file_count: 0,
  blocked: false,
  subcards_total: 0,
  subcards_done: 0,
  recurs: false,
  github_state: null,
})
