import { Button } from '@mantine/core'
import type { InviteOutcome } from '@rodada/contract/auth/sign-up'
import { limits } from '@rodada/contract/core/limits'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { CallError } from '../../lib/call/call.ts'
import { systemQuery } from '../../lib/call/system.ts'
import { readAddresses } from '../../lib/text/addresses.ts'
import classes from '../fields/fields.module.css'
import { announce } from '../states/LiveRegion.tsx'
import { tellProblem } from '../states/tell-problem.ts'
import { copyLinks } from './copy-links.ts'
import own from './InvitePeople.module.css'
import { Outcomes } from './Outcomes.tsx'

export type InvitedRole = 'member' | 'guest'
type Props = {
  /** Without it, people are invited to no board, and have no role there. */
  withRole: boolean
  send: (emails: string[], role: InvitedRole) => Promise<InviteOutcome[]>
  /** Afterwards, as what waits changed. */
  onSent?: (outcomes: InviteOutcome[]) => void
  /** A further choice, such as the board. */
  choice?: ReactNode
  /** Links that there are to pass on are copied at once, as the button then says. */
  copies?: boolean
  /** Beside the button. */
  aside?: ReactNode
}

/** Invites one or many by e-mail, pasted as they come, and says what became of each. */
export function InvitePeople({ withRole, send, onSent, choice, copies = false, aside }: Props) {
  const [text, setText] = useState('')
  const [role, setRole] = useState<InvitedRole>('member')
  const [problem, setProblem] = useState<string | null>(null)
  const [outcomes, setOutcomes] = useState<InviteOutcome[]>([])
  const [sending, setSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const { right, wrong } = readAddresses(text)
  const { data: system } = useQuery({ ...systemQuery, enabled: copies })
  const isCopying = copies && system?.mail.enabled === false

  const refuse = (reason: string) => {
    setProblem(reason)
    field.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    setProblem(null)
    if (right.length === 0) return refuse(t('texts:inviteEmailInvalid'))
    if (right.length > limits.invitedAtOnce) return refuse(t('texts:tooManyInvited'))
    if (!navigator.onLine) return refuse(t('inviting:offline'))
    setSending(true)
    setOutcomes([])
    try {
      const made = await send(right, role)
      // What was no address stays to be mended.
      setText(wrong.join('\n'))
      setOutcomes(made)
      if (isCopying) await copyLinks(made)
      announce(t('inviting:done', { count: made.length }))
      onSent?.(made)
    } catch (reason) {
      // What can be mended stands beside the field; the rest is the catalogue's.
      if (reason instanceof CallError && reason.status >= 400 && reason.status < 500) refuse(reason.message)
      else tellProblem(t('inviting:failed'), reason)
    } finally {
      setSending(false)
    }
  }
  return (
    <div className={own.invite}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate aria-label={t('inviting:form')}>
        <div className={classes.field}>
          <label htmlFor={`${id}-emails`}>{t('inviting:emails')}</label>
          <textarea
            ref={field}
            id={`${id}-emails`}
            className={classes.area}
            rows={2}
            value={text}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={t('inviting:example')}
            data-autofocus
            aria-invalid={problem !== null || undefined}
            aria-describedby={`${id}-hint ${id}-problem`}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setProblem(null)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
            }}
          />
          <p id={`${id}-hint`} className={classes.hint}>
            {t('inviting:hint')}
          </p>
          <div id={`${id}-problem`} role="alert">
            {problem !== null && <p className={classes.problem}>{problem}</p>}
            {problem === null && wrong.length > 0 && right.length > 0 && (
              <p className={classes.problem}>{t('inviting:wrong', { list: wrong.join(', '), count: right.length })}</p>
            )}
          </div>
        </div>
        <div className={own.row}>
          {choice}
          {withRole && (
            <div className={classes.field}>
              <label htmlFor={`${id}-role`}>{t('inviting:role')}</label>
              <select
                id={`${id}-role`}
                className={classes.select}
                value={role}
                onChange={(event) => setRole(event.currentTarget.value === 'guest' ? 'guest' : 'member')}
              >
                <option value="member">{t('inviting:roles.member')}</option>
                <option value="guest">{t('inviting:roles.guest')}</option>
              </select>
            </div>
          )}
          <Button type="submit" variant="filled" loading={sending}>
            {right.length > 1 ? t('inviting:submit', { count: right.length }) : t('inviting:submitOne')}
            {isCopying && ` ${t('inviting:andCopy', { count: Math.max(1, right.length) })}`}
          </Button>
          {aside}
        </div>
      </form>
      <Outcomes outcomes={outcomes} />
    </div>
  )
}
