import { Button, Menu } from '@mantine/core'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { type Estimation, estimationsApi } from '@rodada/contract/estimations/estimations'
import { IconArrowBackUp, IconCards, IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { format } from '../../lib/dates/format.ts'
import { writeRoomToken } from '../../lib/device/storage.ts'
import { whenText } from '../../ui/estimate/estimation-words.ts'
import { MiniCard } from '../../ui/estimate/MiniCard.tsx'
import menu from '../../ui/page/menu.module.css'
import { Crumb, PageHead } from '../../ui/page/PageHead.tsx'
import { toast } from '../../ui/states/feedback.tsx'
import { tellProblem } from '../../ui/states/tell-problem.ts'
import { estimationQuery } from './api.ts'
import classes from './ClosedEstimation.module.css'
import { agreementText, type Card, talksOf } from './estimation-view.ts'
import { TalkRow } from './TalkRow.tsx'

/** After the close: what is left for a meeting, the widest first, and beside it what agreed. */
export function ClosedEstimation({ estimation }: { estimation: Estimation }) {
  const { cards, deck, voters, can, board_id, board_title, closed_at } = estimation
  const talks = talksOf(cards, deck)
  const agreed = cards.filter(({ settled }) => settled !== null)
  const points = agreed.reduce((sum, { settled }) => sum + (settled ?? 0), 0)
  const finished = voters.filter((voter) => voter.finished).length
  return (
    <>
      <PageHead
        crumb={
          <Crumb to="/board/$boardId/backlog" params={{ boardId: String(board_id) }}>
            {board_title}
          </Crumb>
        }
        title={t('estimations:title', { board: board_title })}
        lead={t('estimations:page.closedAt', { when: whenText(closed_at ?? ''), count: finished, all: voters.length })}
      >
        {can.take_to_room && talks.length > 0 && <TakeToRoom estimation={estimation} count={talks.length} />}
      </PageHead>
      {can.take_to_room ? (
        <div className={classes.columns}>
          <section aria-labelledby="talks">
            <div className={classes.head}>
              <h2 id="talks">{t('estimations:result.talk', { count: talks.length })}</h2>
              {talks.length > 1 && <span>{t('estimations:result.widest')}</span>}
            </div>
            {talks.length === 0 ? (
              <p className={classes.none}>{t('estimations:result.noTalk')}</p>
            ) : (
              <ol className={classes.panel}>
                {talks.map((talk) => (
                  <TalkRow key={talk.card.card_id} talk={talk} boardId={board_id} deck={deck} voters={voters} />
                ))}
              </ol>
            )}
          </section>
          <section aria-labelledby="agreed">
            <div className={classes.head}>
              <h2 id="agreed">{t('estimations:result.agreed', { count: agreed.length })}</h2>
              {agreed.length > 0 && (
                <span className={classes.end}>
                  {t(format.isOne(points) ? 'estimations:result.saved_one' : 'estimations:result.saved_other', {
                    points: format.number(points),
                  })}
                </span>
              )}
            </div>
            {agreed.length === 0 ? (
              <p className={classes.none}>{t('estimations:result.none')}</p>
            ) : (
              <ul className={classes.panel}>
                {agreed.map((card) => (
                  <AgreedRow key={card.card_id} card={card} estimation={estimation} />
                ))}
              </ul>
            )}
          </section>
        </div>
      ) : (
        <p className={classes.none}>{t('estimations:result.guest')}</p>
      )}
    </>
  )
}

function AgreedRow({ card, estimation }: { card: Card; estimation: Estimation }) {
  const client = useQueryClient()
  const { card_id, title, settled, estimate, estimate_before } = card
  const undo = async () => {
    try {
      await call(cardsApi.update, { params: { cardId: card_id }, body: { estimate: estimate_before } })
      toast(t('estimations:result.undone', { title }))
      await client.invalidateQueries({ queryKey: estimationQuery(estimation.id).queryKey })
    } catch (reason) {
      tellProblem(t('estimations:problems.undo'), reason)
    }
  }
  return (
    <li className={classes.agreed}>
      <span className={classes.words}>
        <Link to="/board/$boardId" params={{ boardId: String(estimation.board_id) }} search={{ card: String(card_id) }}>
          {title}
        </Link>
        <span>{agreementText(card, estimation.deck)}</span>
      </span>
      <MiniCard face={format.number(settled ?? 0)} />
      <span className="sr-only">{format.number(settled ?? 0)}</span>
      {estimate === settled && estimate !== estimate_before && (
        <Menu position="bottom-end" withInitialFocusPlaceholder={false} classNames={{ dropdown: menu.dropdown }}>
          <Menu.Target>
            <button type="button" className={classes.dots} aria-label={t('estimations:result.menu', { title })}>
              <IconDots size={18} stroke={1.75} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />} onClick={() => void undo()}>
              {t('undo')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}

/** Opens a room with what is left, and goes there as its moderator. */
function TakeToRoom({ estimation: { id }, count }: { estimation: Estimation; count: number }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      const { roomId, hostToken } = await call(estimationsApi.room, { params: { estimationId: id } })
      writeRoomToken('rodada.hostTokens', roomId, hostToken)
      await navigate({ to: '/votacao/$roomId', params: { roomId } })
    } catch (reason) {
      tellProblem(t('estimations:problems.room'), reason)
    }
    setBusy(false)
  }
  return (
    <Button variant="filled" leftSection={<IconCards size={18} stroke={1.75} aria-hidden />} loading={busy} onClick={() => void take()}>
      {t('estimations:result.take', { count })}
    </Button>
  )
}
