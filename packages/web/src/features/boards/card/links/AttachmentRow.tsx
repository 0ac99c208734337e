import { Button } from '@mantine/core'
import { type Attachment, attachmentsApi } from '@rodada/contract/cards/attachments'
import { limits } from '@rodada/contract/core/limits'
import {
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFolder,
  IconLink,
  IconPencil,
  IconPresentation,
  IconTrash,
} from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import fields from '../../../../ui/fields/fields.module.css'
import { IconButton } from '../../../../ui/page/IconButton.tsx'
import { toast } from '../../../../ui/states/feedback.tsx'
import { tellProblem } from '../../../../ui/states/tell-problem.ts'
import { useCard } from '../card-context.ts'
import classes from './Links.module.css'
import { useShowLinks } from './use-links.ts'

const icons = {
  document: IconFileText,
  spreadsheet: IconFileSpreadsheet,
  presentation: IconPresentation,
  file: IconFile,
  folder: IconFolder,
  link: IconLink,
}

/** A link that hangs on the card. */
export function AttachmentRow({ attachment }: { attachment: Attachment }) {
  const { id, title, url, kind } = attachment
  const { card, canWrite } = useCard()
  const show = useShowLinks()
  const [renaming, setRenaming] = useState(false)
  const Icon = icons[kind]
  const params = { cardId: card.id, attachmentId: id }
  const remove = async () => {
    try {
      await call(attachmentsApi.remove, { params })
      toast(t('integrations:links.removed', { title }))
    } catch (reason) {
      tellProblem(t('integrations:links.removeProblem'), reason)
    }
    await show()
  }
  const rename = async (wanted: string) => {
    setRenaming(false)
    if (wanted === title) return
    try {
      await call(attachmentsApi.rename, { params, body: { title: wanted } })
    } catch (reason) {
      tellProblem(t('integrations:links.renameProblem'), reason)
    }
    await show()
  }
  return (
    <li>
      <div className={classes.row}>
        <Icon size={18} stroke={1.75} aria-hidden />
        {renaming ? (
          <TitleForm title={title} onSave={(wanted) => void rename(wanted)} onClose={() => setRenaming(false)} />
        ) : (
          <>
            <span className={classes.text}>
              <a href={url} target="_blank" rel="noopener noreferrer" aria-label={t('integrations:links.opens', { title })}>
                {title}
              </a>
              <small>{`${t(`integrations:links.kinds.${kind}`)} · ${new URL(url).hostname}`}</small>
            </span>
            {canWrite && (
              <span className={classes.tools}>
                <IconButton label={t('integrations:links.rename', { title })} onClick={() => setRenaming(true)}>
                  <IconPencil size={18} stroke={1.75} aria-hidden />
                </IconButton>
                <IconButton label={t('integrations:links.remove', { title })} onClick={() => void remove()}>
                  <IconTrash size={18} stroke={1.75} aria-hidden />
                </IconButton>
              </span>
            )}
          </>
        )}
      </div>
    </li>
  )
}

function TitleForm({ title, onSave, onClose }: { title: string; onSave: (title: string) => void; onClose: () => void }) {
  const [text, setText] = useState(title)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(text.trim())
  }
  return (
    <form
      className={`${classes.text} ${classes.form}`}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <input
        className={fields.input}
        aria-label={t('integrations:links.renameTitle')}
        value={text}
        maxLength={limits.attachmentTitle}
        onChange={(event) => setText(event.currentTarget.value)}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write the title
        autoFocus
      />
      <span className={classes.buttons}>
        <Button size="sm" type="submit" variant="filled">
          {t('integrations:links.save')}
        </Button>
        <Button size="sm" variant="subtle" onClick={onClose}>
          {t('cancel')}
        </Button>
      </span>
    </form>
  )
}
