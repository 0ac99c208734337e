import { Button } from '@mantine/core'
import { type BoardMember, boardsApi } from '@rodada/contract/boards'
import { invitationsApi } from '@rodada/contract/invitations'
import { IconTrash, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call.ts'
import { format } from '../../lib/format.ts'
import { readUserData } from '../../lib/storage.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { toast } from '../../ui/feedback.tsx'
import classes from '../../ui/fields.module.css'
import { IconButton } from '../../ui/IconButton.tsx'
import { useBoardPart, useSession } from './board-session.ts'
import { InviteForm } from './InviteForm.tsx'
import own from './MembersModal.module.css'
import { useRefetchOnChange } from './use-refetch-on-change.ts'

/** Who is on the board and what they may do; for those who administer it. */
export function MembersModal({ onClose }: { onClose: () => void }) {
  const { boardId, actions } = useSession()
  const members = useBoardPart(({ frame }) => frame.members, [])
  const [removing, setRemoving] = useState<BoardMember | null>(null)
  if (removing)
    return (
      <ConfirmDialog
        title={t('boards:members.removeConfirm')}
        text={t('boards:members.removeText', { name: removing.user.name })}
        action={t('boards:members.removeSubmit')}
        onConfirm={async () => {
          const params = { boardId, userId: removing.user_id }
          const done = await actions.write(() => call(boardsApi.removeMember, { params }), t('boards:problems.removeMember'))
          if (done) toast(t('boards:members.removed', { name: removing.user.name }))
        }}
        onClose={() => setRemoving(null)}
      />
    )
  return (
    <Dialog title={t('boards:members.title')} size={520} onClose={onClose}>
      <InviteForm />
      <section className={classes.section}>
        <h3>{t('boards:members.count', { count: members.length })}</h3>
        <p className={classes.hint}>{t('boards:members.rolesHint')}</p>
        <ul className={classes.rows}>
          {members.map((member) => (
            <li key={member.user_id}>
              <Avatar name={member.user.name} avatar={member.user.avatar_url} size="md" />
              <span className={classes.rowText}>
                {member.user.name}
                {member.user_id === readUserData()?.id && <small>{t('boards:members.you')}</small>}
              </span>
              <Role member={member} onRemove={() => setRemoving(member)} />
            </li>
          ))}
        </ul>
      </section>
      <PendingInvitations />
    </Dialog>
  )
}

function Role({ member, onRemove }: { member: BoardMember; onRemove: () => void }) {
  const { boardId, actions } = useSession()
  const { name } = member.user
  if (member.role === 'admin') return <span className={own.fixed}>{t('boards:members.roles.admin')}</span>
  const change = async (role: 'member' | 'guest') => {
    const params = { boardId, userId: member.user_id }
    const done = await actions.write(() => call(boardsApi.updateMember, { params, body: { role } }), t('boards:problems.role'))
    if (done) toast(t('boards:members.roleChanged', { name, role: t(`boards:members.roles.${role}`).toLowerCase() }))
  }
  return (
    <>
      <select
        className={`${classes.select} ${own.role}`}
        aria-label={t('boards:members.roleOf', { name })}
        value={member.role}
        onChange={(event) => void change(event.currentTarget.value === 'guest' ? 'guest' : 'member')}
      >
        <option value="member">{t('boards:members.roles.member')}</option>
        <option value="guest">{t('boards:members.roles.guest')}</option>
      </select>
      <IconButton label={t('boards:members.remove', { name })} onClick={onRemove}>
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </>
  )
}

function PendingInvitations() {
  const { boardId, actions } = useSession()
  const queryClient = useQueryClient()
  const key = ['board', boardId, 'invitations']
  const invitations = useQuery({ queryKey: key, queryFn: () => call(invitationsApi.ofBoard, { params: { boardId } }), staleTime: 0 })
  // Whoever enters the board has used theirs.
  useRefetchOnChange(invitations.refetch)
  if (invitations.isError)
    return <ErrorState level={3} title={t('boards:members.problems.invitations')} onRetry={() => void invitations.refetch()} />
  if (!invitations.data?.length) return null
  const revoke = async (invitationId: number) => {
    const params = { boardId, invitationId }
    const done = await actions.write(() => call(invitationsApi.revoke, { params }), t('boards:members.problems.revoke'))
    if (done) toast(t('boards:members.revoked'))
    void queryClient.invalidateQueries({ queryKey: key })
  }
  return (
    <section className={classes.section}>
      <h3>{t('boards:members.pending')}</h3>
      <ul className={classes.rows}>
        {invitations.data.map(({ id, email, role, expires_at }) => (
          <li key={id}>
            <span className={classes.rowText}>
              {email}
              <small>{t('boards:members.expires', { role: t(`boards:members.roles.${role}`), date: format.date(expires_at) })}</small>
            </span>
            <Button
              size="sm"
              leftSection={<IconX aria-hidden />}
              aria-label={t('boards:members.revoke', { email })}
              onClick={() => void revoke(id)}
            >
              {t('boards:members.revokeShort')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
