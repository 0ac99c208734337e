import { signUpApi } from '@rodada/contract/auth/sign-up'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { writableBoardsQuery } from '../../../lib/call/board-queries.ts'
import { call } from '../../../lib/call/call.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { InvitePeople } from '../../../ui/people/InvitePeople.tsx'

/** 'Convidar pessoas': many at once, to the installation or to one of its boards, which lets them in here, too. */
export function InviteModal({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { data: boards = [] } = useQuery(writableBoardsQuery)
  const [boardId, setBoardId] = useState(0)
  return (
    <Dialog title={t('admin:members.inviteTitle')} size={560} onClose={onClose}>
      <InvitePeople
        withRole={boardId !== 0}
        send={async (emails, role) => {
          const { outcomes } =
            boardId === 0
              ? await call(signUpApi.invite, { body: { emails } })
              : await call(invitationsApi.make, { params: { boardId }, body: { emails, role } })
          return outcomes
        }}
        onSent={() => void client.invalidateQueries({ queryKey: ['admin'] })}
        choice={
          <Field label={t('admin:members.board')}>
            {(control) => (
              <select
                {...control}
                className={classes.select}
                value={boardId}
                onChange={(event) => setBoardId(Number(event.currentTarget.value))}
              >
                <option value={0}>{t('admin:members.noBoard')}</option>
                {boards.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
        }
      />
    </Dialog>
  )
}
