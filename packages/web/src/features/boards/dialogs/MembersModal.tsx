import { Button } from '@mantine/core'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { BoardMember } from '@rodada/contract/boards/boards'
import type { GroupRule } from '@rodada/contract/boards/groups'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { IconTrash, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { format } from '../../../lib/dates/format.ts'
import { readUserData } from '../../../lib/device/storage.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { InvitePeople } from '../../../ui/people/InvitePeople.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { useBoardPart, useSession } from '../session/board-session.ts'
import { useRefetchOnChange } from '../session/use-refetch-on-change.ts'
import { BoardGroups, RemoveGroup } from './BoardGroups.tsx'
import own from './MembersModal.module.css'
import { useGroups } from './use-groups.ts'

/** Who is on the board and what they may do; for those who administer it. */
export function MembersModal({ onClose }: { onClose: () => void }) {
  const { boardId, writes } = useSession()
  const members = useBoardPart(({ frame }) => frame.members, [])
  const [removing, setRemoving] = useState<BoardMember | null>(null)
  const groups = useGroups()
  const [ending, setEnding] = useState<GroupRule | null>(null)
  if (ending) return <RemoveGroup rule={ending} groups={groups} onClose={() => setEnding(null)} />
  if (removing) {
    const [name, group] = [removing.user.name, groups.groupOf(removing.user_id)]
    return (
      <ConfirmDialog
        title={t('boardDialogs:members.removeConfirm')}
        text={
          group === undefined
            ? t('boardDialogs:members.removeText', { name })
            : t('boardDialogs:groups.comesBack', { name, group, company: groups.company })
        }
        action={t('boardDialogs:members.removeSubmit')}
        onConfirm={async () => {
          const params = { boardId, userId: removing.user_id }
          const done = await writes.perform(null, () => call(boardsApi.removeMember, { params }), t('boards:problems.removeMember'))
          if (done) toast(t('boardDialogs:members.removed', { name }))
        }}
        onClose={() => setRemoving(null)}
      />
    )
  }
  return (
    <Dialog title={t('boardDialogs:members.title')} size={520} onClose={onClose}>
      <Invite />
      <section className={classes.section}>
        <h3>{t('boardDialogs:members.count', { count: members.length })}</h3>
        <p className={classes.hint}>{t('boardDialogs:members.rolesHint')}</p>
        <ul className={classes.rows}>
          {members.map((member) => (
            <li key={member.user_id}>
              <Avatar name={member.user.name} avatar={member.user.avatar_url} size="md" />
              <span className={classes.rowText}>
                {member.user.name}
                <Facts isOwn={member.user_id === readUserData()?.id} group={groups.groupOf(member.user_id)} />
              </span>
              <Role member={member} onRemove={() => setRemoving(member)} />
            </li>
          ))}
        </ul>
      </section>
      {groups.offered && <BoardGroups groups={groups} onRemove={setEnding} />}
      <PendingInvitations />
    </Dialog>
  )
}

/** What is said of a member under their name. */
function Facts({ isOwn, group }: { isOwn: boolean; group: string | undefined }) {
  const facts = [isOwn && t('boardDialogs:members.you'), group !== undefined && t('boardDialogs:groups.by', { group })].filter(Boolean)
  return facts.length > 0 ? <small>{facts.join(' · ')}</small> : null
}

/** Puts people on the board by e-mail; without an account there, a link leads them in. */
function Invite() {
  const { boardId, sync } = useSession()
  const queryClient = useQueryClient()
  return (
    <InvitePeople
      withRole
      send={async (emails, role) => (await call(invitationsApi.make, { params: { boardId }, body: { emails, role } })).outcomes}
      onSent={() => {
        void sync.refresh()
        void queryClient.invalidateQueries({ queryKey: ['board', boardId, 'invitations'] })
      }}
    />
  )
}

function Role({ member, onRemove }: { member: BoardMember; onRemove: () => void }) {
  const { boardId, writes } = useSession()
  const { name } = member.user
  if (member.role === 'admin') return <span className={own.fixed}>{t('boardDialogs:members.roles.admin')}</span>
  const change = async (role: 'member' | 'guest') => {
    const params = { boardId, userId: member.user_id }
    const done = await writes.perform(null, () => call(boardsApi.updateMember, { params, body: { role } }), t('boards:problems.role'))
    if (done) toast(t('boardDialogs:members.roleChanged', { name, role: t(`boardDialogs:members.roles.${role}`).toLowerCase() }))
  }
  return (
    <>
      <select
        className={`${classes.select} ${own.role}`}
        aria-label={t('boardDialogs:members.roleOf', { name })}
        value={member.role}
        onChange={(event) => void change(event.currentTarget.value === 'guest' ? 'guest' : 'member')}
      >
        <option value="member">{t('boardDialogs:members.roles.member')}</option>
        <option value="guest">{t('boardDialogs:members.roles.guest')}</option>
      </select>
      <IconButton label={t('boardDialogs:members.remove', { name })} onClick={onRemove}>
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </>
  )
}

function PendingInvitations() {
  const { boardId, writes } = useSession()
  const queryClient = useQueryClient()
  const key = ['board', boardId, 'invitations']
  const invitations = useQuery({ queryKey: key, queryFn: () => call(invitationsApi.ofBoard, { params: { boardId } }), staleTime: 0 })
  // A person who enters the board has used their invitation.
  useRefetchOnChange(invitations.refetch)
  if (invitations.isError)
    return <ErrorState level={3} title={t('boardDialogs:members.problems.invitations')} onRetry={() => void invitations.refetch()} />
  if (!invitations.data?.length) return null
  const revoke = async (invitationId: number) => {
    const params = { boardId, invitationId }
    const done = await writes.perform(null, () => call(invitationsApi.revoke, { params }), t('boardDialogs:members.problems.revoke'))
    if (done) toast(t('boardDialogs:members.revoked'))
    void queryClient.invalidateQueries({ queryKey: key })
  }
  return (
    <section className={classes.section}>
      <h3>{t('boardDialogs:members.pending')}</h3>
      <ul className={classes.rows}>
        {invitations.data.map(({ id, email, role, expires_at }) => (
          <li key={id}>
            <span className={classes.rowText}>
              {email}
              <small>
                {t('boardDialogs:members.expires', { role: t(`boardDialogs:members.roles.${role}`), date: format.date(expires_at) })}
              </small>
            </span>
            <Button
              size="sm"
              leftSection={<IconX aria-hidden />}
              aria-label={t('boardDialogs:members.revoke', { email })}
              onClick={() => void revoke(id)}
            >
              {t('boardDialogs:members.revokeShort')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
