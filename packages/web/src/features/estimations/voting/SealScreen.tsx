import { Button } from '@mantine/core'
import type { Estimation } from '@rodada/contract/estimations/estimations'
import { numberOf } from '@rodada/contract/rooms/faces'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { usePageName } from '../../../lib/text/page-name.ts'
import { whenText } from '../../../ui/estimate/estimation-words.ts'
import { Markdown } from '../../../ui/marks/Markdown.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { Compare } from '../../../ui/references/Compare.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { isMissing } from '../../../ui/states/MissingState.tsx'
import { estimationQuery, useEstimationNews } from '../api.ts'
import { EstimationFailed, EstimationLoading } from '../EstimationStates.tsx'
import { faceName, missingCards, ownVote } from '../estimation-view.ts'
import { SealHand } from './SealHand.tsx'
import { SealList } from './SealList.tsx'
import classes from './SealScreen.module.css'
import { Summary } from './Summary.tsx'
import { useSealKeys } from './use-seal-keys.ts'
import { changedVote, useVotes } from './use-votes.ts'

/** /estimativas/:id/votar: one card at a time, its text first and the hand below it. */
export function SealScreen() {
  const estimationId = Number(useParams({ strict: false }).estimationId)
  const { data, error, refetch } = useQuery(estimationQuery(estimationId))
  useEstimationNews(estimationId, data?.board_id)
  usePageName(data && t('estimations:title', { board: data.board_title }))
  if (error && (isMissing(error) || !data))
    return (
      <main id="conteudo" tabIndex={-1} className={classes.state}>
        <EstimationFailed reason={error} onRetry={() => void refetch()} />
      </main>
    )
  if (!data)
    return (
      <main id="conteudo" tabIndex={-1} className={classes.state}>
        <EstimationLoading />
      </main>
    )
  return <Sealing estimation={data} />
}

function Sealing({ estimation }: { estimation: Estimation }) {
  const navigate = useNavigate()
  const { id, cards, deck, closes_at } = estimation
  const leave = () => void navigate({ to: '/estimativas/$estimationId', params: { estimationId: String(id) } })
  const toldClosed = useRef(false)
  const onClosed = () => {
    if (toldClosed.current) return
    toldClosed.current = true
    toast(t('estimations:vote.closed'), { kind: 'info' })
    leave()
  }
  const { votes, unsaved, cast, retry } = useVotes(estimation, onClosed)
  // A person who comes back goes on where a vote is missing.
  const [at, setAt] = useState(() => {
    const [first] = missingCards(cards, estimation.votes)
    return first ? cards.indexOf(first) : cards.length
  })
  /** What is typed as reasons, by card: one without a vote waits here for it. */
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const reasonField = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // A card that was deleted meanwhile may leave the place behind the end.
  const place = Math.min(at, cards.length)
  const card = cards[place]
  const own = card && ownVote(votes, card.card_id)
  const reason = (card && typed[card.card_id]) ?? own?.reason ?? ''

  const isClosed = estimation.status === 'closed'
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it closes
  useEffect(() => {
    if (isClosed) onClosed()
  }, [isClosed])

  const change = (next: Parameters<typeof changedVote>[2]) => {
    const vote = card && changedVote(votes, card.card_id, { reason: reason.trim() || null, ...next })
    if (card && vote) cast(card.card_id, vote)
  }
  const keepReason = () => {
    if (own && (reason.trim() || null) !== own.reason) change({})
  }
  const go = (to: number) => {
    setAt(Math.max(0, Math.min(cards.length, to)))
    // Leaving the field keeps what was typed there.
    heading.current?.focus()
  }
  const pick = (face: string) => {
    change({ vote: face })
    announce(t('estimations:vote.chosen', { card: faceName(face) }))
  }
  useSealKeys({
    deck: card ? deck : noCards,
    pick,
    sure: (confidence) => change({ confidence: own?.confidence === confidence ? null : confidence }),
    reason: () => reasonField.current?.focus(),
    go: (steps) => go(place + steps),
    skip: () => go(place + 1),
    leave,
  })

  const when = whenText(closes_at)
  return (
    <div className={classes.seal}>
      <header className={classes.bar}>
        <IconButton label={t('estimations:vote.stop')} onClick={leave}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </IconButton>
        <div className={classes.title}>
          <b>{t('estimations:title', { board: estimation.board_title })}</b>
          <span>{t('estimations:vote.sealed', { when })}</span>
        </div>
        <ol className={classes.steps} aria-hidden="true">
          {cards.map(({ card_id }, index) => (
            <li key={card_id} data-done={ownVote(votes, card_id) !== undefined || undefined} data-here={index === place || undefined} />
          ))}
        </ol>
        <b className={classes.count}>{t('estimations:vote.progress', { n: Math.min(place + 1, cards.length), count: cards.length })}</b>
      </header>
      <SealList cards={cards} votes={votes} place={place} onGo={go} />
      <main id="conteudo" tabIndex={-1} className={classes.main}>
        {unsaved.size > 0 && (
          <p className={classes.unsaved} role="alert">
            {t('estimations:problems.vote')}
            <Button size="compact-sm" variant="subtle" onClick={retry}>
              {t('retry')}
            </Button>
          </p>
        )}
        {card ? (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, also by keyboard */}
            <section className={classes.card} aria-label={t('estimations:vote.card')} tabIndex={0}>
              <article>
                <h1 ref={heading} tabIndex={-1}>
                  {card.title}
                </h1>
                {card.description ? <Markdown text={card.description} /> : <p className={classes.noText}>{t('estimations:vote.noText')}</p>}
                <Compare cardId={card.card_id} near={numberOf(own?.vote ?? '')} className={classes.compare} />
              </article>
            </section>
            <SealHand
              deck={deck}
              own={own}
              reason={reason}
              isLast={place === cards.length - 1}
              reasonField={reasonField}
              onPick={pick}
              onSure={(confidence) => change({ confidence: own?.confidence === confidence ? null : confidence })}
              onReason={(text) => setTyped({ ...typed, [card.card_id]: text })}
              onReasonDone={keepReason}
              onNext={() => go(place + 1)}
            />
          </>
        ) : (
          <Summary cards={cards} votes={votes} when={when} heading={heading} onGo={go} onDone={leave} />
        )}
      </main>
    </div>
  )
}

const noCards: readonly string[] = []
