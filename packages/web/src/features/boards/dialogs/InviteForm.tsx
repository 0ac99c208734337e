import { Button } from '@mantine/core'
import { boardsApi } from '@rodada/contract/boards/boards'
import { limits } from '@rodada/contract/core/limits'
import { IconCopy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { CallError, call } from '../../../lib/call/call.ts'
import { copyText } from '../../../lib/device/copy.ts'
import classes from '../../../ui/fields/fields.module.css'
import { alertDialog, toast } from '../../../ui/states/feedback.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import { useSession } from '../session/board-session.ts'
import own from './MembersModal.module.css'

type Link = { email: string; url: string }

/** Puts somebody on the board by e-mail; without an account there, shows the link that leads them in. */
export function InviteForm() {
  const { boardId, sync } = useSession()
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<'member' | 'guest'>('member')
  const [problem, setProblem] = useState<string | null>(null)
  const [link, setLink] = useState<Link | null>(null)
  const [sending, setSending] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()

  const refuse = (text: string) => {
    setProblem(text)
    field.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const address = email.trim()
    setLink(null)
    setProblem(null)
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) return refuse(t('texts:inviteEmailInvalid'))
    if (!navigator.onLine) return refuse(t('boards:offline.refused'))
    setSending(true)
    try {
      const { member, invitation } = await call(boardsApi.addMember, { params: { boardId }, body: { email: address, role } })
      setEmail('')
      if (member) toast(t('boardDialogs:members.added', { name: member.user.name }))
      if (invitation?.asked) toast(t('boardDialogs:members.asked', { email: invitation.email }), { kind: 'info' })
      else if (invitation && invitation.url === null) toast(t('boardDialogs:members.mailed', { email: invitation.email }))
      else if (invitation?.url) {
        // A server that was not told its public address knows only the path.
        setLink({ email: invitation.email, url: new URL(invitation.url, location.origin).href })
        announce(t('boardDialogs:members.invited'))
      }
      void sync.refresh()
      void queryClient.invalidateQueries({ queryKey: ['board', boardId, 'invitations'] })
    } catch (reason) {
      // What can be mended stands beside the field; the rest is the catalogue's.
      if (reason instanceof CallError && reason.status >= 400 && reason.status < 500) refuse(reason.fields.email ?? reason.message)
      else tellProblem(t('boards:problems.invite'), reason)
    } finally {
      setSending(false)
    }
  }
  return (
    <section>
      <form className={own.invite} onSubmit={(event) => void submit(event)} noValidate>
        <div className={classes.field}>
          <label htmlFor={`${id}-email`}>{t('boardDialogs:members.inviteTitle')}</label>
          <input
            ref={field}
            id={`${id}-email`}
            type="email"
            className={classes.input}
            value={email}
            maxLength={limits.email}
            autoComplete="off"
            placeholder={t('boardDialogs:members.emailPlaceholder')}
            data-autofocus
            aria-invalid={problem !== null || undefined}
            aria-describedby={problem === null ? undefined : `${id}-problem`}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </div>
        <div className={classes.field}>
          <label htmlFor={`${id}-role`}>{t('boardDialogs:members.role')}</label>
          <select
            id={`${id}-role`}
            className={classes.select}
            value={role}
            onChange={(event) => setRole(event.currentTarget.value === 'guest' ? 'guest' : 'member')}
          >
            <option value="member">{t('boardDialogs:members.roles.member')}</option>
            <option value="guest">{t('boardDialogs:members.roles.guest')}</option>
          </select>
        </div>
        <Button type="submit" variant="filled" loading={sending}>
          {t('boardDialogs:members.invite')}
        </Button>
      </form>
      <div role="alert">
        {problem !== null && (
          <p id={`${id}-problem`} className={classes.problem}>
            {problem}
          </p>
        )}
      </div>
      {link && <InvitationLink link={link} />}
    </section>
  )
}

function InvitationLink({ link: { email, url } }: { link: Link }) {
  const copy = async () => {
    if (await copyText(url)) toast(t('boardDialogs:members.copied'))
    else await alertDialog(t('errors.copy'))
  }
  return (
    <div className={own.link}>
      <p>{t('boardDialogs:members.inviteLink', { email })}</p>
      <div>
        <input readOnly value={url} aria-label={t('boardDialogs:members.copy')} onFocus={(event) => event.currentTarget.select()} />
        <Button leftSection={<IconCopy aria-hidden />} onClick={() => void copy()}>
          {t('boardDialogs:members.copy')}
        </Button>
      </div>
    </div>
  )
}
