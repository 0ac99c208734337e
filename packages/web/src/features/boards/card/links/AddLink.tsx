import { Button } from '@mantine/core'
import { attachmentsApi } from '@rodada/contract/cards/attachments'
import type { ErrorId } from '@rodada/contract/core/errors'
import { limits } from '@rodada/contract/core/limits'
import { githubApi } from '@rodada/contract/integrations/github'
import { readIssueAddress } from '@rodada/contract/integrations/settings'
import { type FormEvent, useEffect, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { CallError, call } from '../../../../lib/call/call.ts'
import { useDraft } from '../../../../lib/device/use-draft.ts'
import { Field } from '../../../../ui/fields/Field.tsx'
import fields from '../../../../ui/fields/fields.module.css'
import { tellProblem } from '../../../../ui/states/tell-problem.ts'
import { useCard, useUnsaved } from '../card-context.ts'
import classes from './Links.module.css'
import { useShowLinks } from './use-links.ts'

const isPage = (text: string) => URL.parse(text)?.protocol === 'https:'

/** One field for everything that can be pasted: what it is follows from how it looks. */
export function AddLink({ onClose }: { onClose: () => void }) {
  const { card, onDiscard } = useCard()
  const show = useShowLinks()
  const [{ text, title }, change, forget] = useDraft(`card.${card.id}.link`, { text: '', title: '' })
  const [problem, setProblem] = useState<string>()
  const [sending, setSending] = useState(false)
  const address = text.trim()
  const isIssue = readIssueAddress(address) !== undefined
  useUnsaved('link', address || null)
  useEffect(() => onDiscard(forget))

  const attach = () => call(attachmentsApi.add, { params: { cardId: card.id }, body: { url: address, title } })
  const add = async () => {
    if (!isIssue) return void (await attach())
    try {
      await call(githubApi.link, { params: { cardId: card.id }, body: { address } })
    } catch (reason) {
      // It only looks like one of the GitHub that this installation knows.
      const isOther = reason instanceof CallError && reason.id === ('other_host' satisfies ErrorId)
      if (!isOther || !isPage(address)) throw reason
      await attach()
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    if (!isIssue && !isPage(address)) return setProblem(t('integrations:links.invalid'))
    setSending(true)
    try {
      await add()
      forget()
      await show()
      onClose()
    } catch (reason) {
      // What can be mended stands beside the field.
      if (reason instanceof CallError && reason.status >= 400 && reason.status < 500)
        setProblem(Object.values(reason.fields)[0] ?? reason.message)
      else tellProblem(t('integrations:links.problem'), reason)
      setSending(false)
    }
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <Field label={t('integrations:links.field')} hint={t('integrations:links.hint')} problem={problem}>
        {(control) => (
          <input
            {...control}
            className={fields.input}
            value={text}
            maxLength={limits.attachmentUrl}
            placeholder={t('integrations:links.placeholder')}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ text: event.currentTarget.value })}
            // biome-ignore lint/a11y/noAutofocus: the person has just asked to add a link
            autoFocus
          />
        )}
      </Field>
      {!isIssue && isPage(address) && (
        <Field label={t('integrations:links.titleField')} note={t('integrations:links.titleNote')}>
          {(control) => (
            <input
              {...control}
              className={fields.input}
              value={title}
              maxLength={limits.attachmentTitle}
              onChange={(event) => change({ title: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <div className={classes.buttons}>
        <Button type="submit" variant="filled" size="sm" loading={sending} disabled={address === ''}>
          {t('integrations:links.add')}
        </Button>
        <Button size="sm" variant="subtle" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </form>
  )
}
