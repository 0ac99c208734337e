import { Button } from '@mantine/core'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { Swatch } from '../../ui/fields/Swatch.tsx'
import { toast } from '../../ui/states/feedback.tsx'
import { tellProblem } from '../../ui/states/tell-problem.ts'
import { notificationsKey } from './api.ts'
import classes from './Inbox.module.css'
import { invitationsQuery } from './invitations-query.ts'

/** Boards that the person is asked to and not simply put on, as they left them or others. Nothing happens until they answer. */
export function Invitations() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data = [] } = useQuery(invitationsQuery)
  const answer = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (reason) {
      tellProblem(t('notifications:invitations.failed'), reason)
    }
    await queryClient.invalidateQueries({ queryKey: notificationsKey })
  }
  const accept = (invitationId: number) =>
    answer(async () => {
      const { board_id } = await call(invitationsApi.acceptOwn, { params: { invitationId } })
      await navigate({ to: '/board/$boardId', params: { boardId: String(board_id) } })
    })
  const decline = (invitationId: number) =>
    answer(async () => {
      await call(invitationsApi.declineOwn, { params: { invitationId } })
      toast(t('notifications:invitations.declined'))
    })
  if (data.length === 0) return null
  return (
    <section className={classes.day}>
      <h2>{t('notifications:invitations.title')}</h2>
      <ul>
        {data.map(({ id, board_title, board_color, invited_by }) => (
          <li key={id} className={classes.row}>
            <Swatch color={board_color} />
            <span className={classes.words}>
              <span className={classes.sentence}>
                {t('notifications:invitations.sentence', { who: invited_by })} <b>{board_title}</b>
              </span>
              <span className={classes.answers}>
                <Button size="sm" variant="filled" onClick={() => void accept(id)}>
                  {t('notifications:invitations.accept')}
                </Button>
                <Button size="sm" variant="subtle" onClick={() => void decline(id)}>
                  {t('notifications:invitations.decline')}
                </Button>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
