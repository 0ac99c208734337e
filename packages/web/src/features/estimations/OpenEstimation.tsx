import { Button } from '@mantine/core'
import { type Estimation, estimationsApi } from '@rodada/contract/estimations/estimations'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { format } from '../../lib/dates/format.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { whenText } from '../../ui/estimate/estimation-words.ts'
import { MiniCard } from '../../ui/estimate/MiniCard.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { Crumb, PageHead } from '../../ui/page/PageHead.tsx'
import { tellProblem } from '../../ui/states/tell-problem.ts'
import { estimationQuery } from './api.ts'
import classes from './Estimation.module.css'
import { faceName, missingCards, ownVote } from './estimation-view.ts'
import { LongTable } from './LongTable.tsx'

/** Until the close: who has finished, and one's own votes. */
export function OpenEstimation({ estimation }: { estimation: Estimation }) {
  const { id, cards, votes, can, closes_at, board_id, board_title } = estimation
  const [closing, setClosing] = useState(false)
  const missing = missingCards(cards, votes).length
  return (
    <>
      <PageHead
        crumb={
          <Crumb to="/board/$boardId/backlog" params={{ boardId: String(board_id) }}>
            {board_title}
          </Crumb>
        }
        title={t('estimations:title', { board: board_title })}
        lead={t('estimations:page.until', { when: whenText(closes_at) })}
      >
        {can.close && <Button onClick={() => setClosing(true)}>{t('estimations:page.close')}</Button>}
        {can.vote && (
          <LinkButton
            variant={missing > 0 ? 'filled' : 'default'}
            to="/estimativas/$estimationId/votar"
            params={{ estimationId: String(id) }}
          >
            {missing === cards.length
              ? t('estimations:page.vote')
              : missing > 0
                ? t('estimations:page.goOn', { count: missing })
                : t('estimations:page.change')}
          </LinkButton>
        )}
      </PageHead>
      <LongTable estimation={estimation} />
      <p className={classes.promise}>
        <IconLock size={16} stroke={1.75} aria-hidden />
        {t('estimations:page.promise')}
      </p>
      <div className={classes.head}>
        <h2>{t('estimations:page.cards', { count: cards.length })}</h2>
        {can.vote && <span>{t('estimations:vote.own')}</span>}
      </div>
      <ul className={classes.rows}>
        {cards.map((card) => {
          const own = ownVote(votes, card.card_id)
          return (
            <li key={card.card_id}>
              <span className={classes.title}>{card.title}</span>
              {can.vote && (
                <span className={classes.own}>
                  {own === undefined ? t('estimations:page.yourMissing') : own.confidence !== null && t(`estimations:${own.confidence}`)}
                  <MiniCard face={own?.vote} />
                  {own && <span className="sr-only">{faceName(own.vote)}</span>}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {closing && <CloseQuestion estimation={estimation} onClose={() => setClosing(false)} />}
    </>
  )
}

/** Asks once, and names who has not finished. */
function CloseQuestion({ estimation: { id, voters }, onClose }: { estimation: Estimation; onClose: () => void }) {
  const client = useQueryClient()
  const late = voters.filter(({ finished }) => !finished).map(({ name }) => name)
  const close = async () => {
    try {
      const closed = await call(estimationsApi.close, { params: { estimationId: id } })
      client.setQueryData(estimationQuery(id).queryKey, closed)
    } catch (reason) {
      tellProblem(t('estimations:problems.close'), reason)
    }
  }
  return (
    <ConfirmDialog
      title={t('estimations:page.closeTitle')}
      text={late.length > 0 ? t('estimations:page.closeText', { names: format.list(late) }) : t('estimations:page.closeAll')}
      action={t('estimations:page.close')}
      danger={false}
      onConfirm={close}
      onClose={onClose}
    />
  )
}
