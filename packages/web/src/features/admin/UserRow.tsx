import { type AdminUser, adminApi } from '@rodada/contract/instance/admin'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { CallError, call } from '../../lib/call/call.ts'
import { format } from '../../lib/dates/format.ts'
import { readUserData } from '../../lib/device/storage.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Marked } from '../../ui/marks/Marked.tsx'
import { toast, undoToast } from '../../ui/states/feedback.tsx'
import { FactorReset } from './FactorReset.tsx'
import classes from './MembersScreen.module.css'
import { type RoleChoice, roles } from './members-search.ts'

type Change = { role?: RoleChoice; is_active?: boolean }

/** An account, with its role and a switch for whether it may enter. What is chosen counts at once. */
export function UserRow({ user, query }: { user: AdminUser; query: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [pending, setPending] = useState<Change>({})
  const [asked, setAsked] = useState<Change | null>(null)
  const isMe = user.id === readUserData()?.id
  const shown = { ...user, ...pending }

  const send = async (change: Change): Promise<boolean> => {
    setPending(change)
    try {
      await call(adminApi.updateUser, { params: { userId: user.id }, body: change })
      return true
    } catch (reason) {
      const detail = reason instanceof CallError ? reason.message : undefined
      toast(t(change.role ? 'admin:members.roleFailed' : 'admin:members.stateFailed'), { kind: 'problem', detail })
      return false
    } finally {
      await client.invalidateQueries({ queryKey: ['admin'] })
      setPending({})
    }
  }
  const change = async (input: Change) => {
    const before: Change = input.role ? { role: user.role as RoleChoice } : { is_active: user.is_active }
    if (!(await send(input))) return
    if (isMe && input.role && input.role !== 'admin') {
      // The own profile is another now, and this page is no longer this person's.
      await client.invalidateQueries()
      await navigate({ to: '/dashboard' })
    }
    const text = input.role
      ? t('admin:members.roleChanged', { name: user.name, role: t(`admin:members.roles.${input.role}`) })
      : t(input.is_active ? 'admin:members.activated' : 'admin:members.deactivated', { name: user.name })
    if (isMe) toast(text)
    else undoToast(text, () => void send(before))
  }
  /** What many would notice is asked for first. */
  const input = (next: Change) => {
    const isGrave = next.is_active === false || next.role === 'admin' || (isMe && next.role !== undefined)
    if (isGrave) setAsked(next)
    else void change(next)
  }
  return (
    <tr data-off={!shown.is_active || undefined}>
      <th scope="row" className={classes.person}>
        <Avatar name={user.name} avatar={user.avatar_url} size="md" off={!shown.is_active} />
        <span>
          <b>
            <Marked text={user.name} query={query} />
            {isMe && <small> ({t('admin:members.you')})</small>}
          </b>
          <span className={classes.email}>
            <Marked text={user.email} query={query} />
          </span>
          <span className={classes.more}>
            {t('admin:members.boards', { count: user.boards_count })}, {lastLogin(user)}
          </span>
          {user.two_factor && <FactorReset user={user} isMe={isMe} />}
        </span>
      </th>
      <td className={classes.role}>
        {user.locked ? (
          <span className={classes.locked} title={t('admin:members.lockedText')}>
            <IconLock size={15} stroke={1.75} aria-hidden />
            {t(`admin:members.roles.${user.role}`)}
            <span className="sr-only">. {t('admin:members.lockedText')}</span>
          </span>
        ) : (
          <select
            aria-label={t('admin:members.roleOf', { name: user.name })}
            value={shown.role}
            onChange={(event) => {
              const role = roles.find((each) => each === event.currentTarget.value)
              if (role && role !== user.role) input({ role })
            }}
          >
            {roles.map((role) => (
              <option key={role} value={role}>
                {t(`admin:members.roles.${role}`)}
              </option>
            ))}
          </select>
        )}
      </td>
      <td className={classes.boards}>{format.integer(user.boards_count)}</td>
      <td className={classes.lastLogin}>
        {user.last_login ? (
          <time dateTime={user.last_login} title={format.dateTime(user.last_login)}>
            {format.ago(user.last_login)}
          </time>
        ) : (
          t('admin:members.never')
        )}
      </td>
      <td className={classes.active}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={shown.is_active}
          className={classes.switch}
          aria-label={t('admin:members.activeOf', { name: user.name })}
          title={user.locked ? t('admin:members.lockedText') : undefined}
          checked={shown.is_active}
          disabled={user.locked || isMe}
          onChange={(event) => input({ is_active: event.currentTarget.checked })}
        />
        {asked && <Ask user={user} isMe={isMe} input={asked} onYes={() => change(asked)} onClose={() => setAsked(null)} />}
      </td>
    </tr>
  )
}

const lastLogin = ({ last_login }: AdminUser): string =>
  last_login ? t('admin:members.lastLogin', { when: format.agoSaid(last_login) }) : t('admin:members.never')

type AskProps = { user: AdminUser; isMe: boolean; input: Change; onYes: () => Promise<void>; onClose: () => void }

function Ask({ user, isMe, input, onYes, onClose }: AskProps) {
  const key = input.is_active === false ? 'confirmOff' : isMe ? 'confirmSelf' : 'confirmAdmin'
  return (
    <ConfirmDialog
      title={t(`admin:members.${key}`, { name: user.name })}
      text={t(`admin:members.${key}Text`)}
      action={t(`admin:members.${key}Action`)}
      danger={key !== 'confirmAdmin'}
      onConfirm={onYes}
      onClose={onClose}
    />
  )
}
