import { Button } from '@mantine/core'
import type { Comment } from '@rodada/contract/cards/comments'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import { readDraft } from '../../../../lib/device/drafts.ts'
import { useDraft } from '../../../../lib/device/use-draft.ts'
import { Avatar } from '../../../../ui/marks/Avatar.tsx'
import { Markdown } from '../../../../ui/marks/Markdown.tsx'
import { IconButton } from '../../../../ui/page/IconButton.tsx'
import { isTemporary } from '../card-changes.ts'
import { useCard, useUnsaved } from '../card-context.ts'
import { Option } from '../facts/Option.tsx'
import popClasses from '../facts/Pop.module.css'
import { Pop } from '../facts/Pop.tsx'
import { useMentionMarks } from '../mentions/use-mention-marks.ts'
import { CommentField } from './CommentField.tsx'
import classes from './comments.module.css'
import { momentText } from './moment.ts'
import type { CommentActions } from './use-comments.ts'

/** What of a comment was changed and is not sent. */
const draftOf = (cardId: number, { id }: Comment): string => `card.${cardId}.comment ${id}`

type Props = { comment: Comment; actions: CommentActions }

/** One comment; its author may change it, and take it back. */
export function CommentView({ comment, actions }: Props) {
  const { card, canWrite } = useCard()
  const [isEditing, setEditing] = useState(false)
  const hasDraft = !isEditing && readDraft(draftOf(card.id, comment)) !== null
  const { user, author_name, content, created_at, edited_at, can } = comment
  const name = user?.name ?? author_name ?? t('card:comments.someoneGone')
  return (
    <li className={classes.comment} data-sending={isTemporary(comment) || undefined}>
      <Avatar name={name} avatar={user?.avatar_url} size="sm" className={classes.avatar} />
      <p className={classes.by}>
        <b>{name}</b>
        <time dateTime={created_at} title={format.dateTime(created_at)}>
          {momentText(created_at)}
        </time>
        {author_name !== null && <span title={author_name}>{t('card:comments.brought')}</span>}
        {edited_at && <span title={t('card:comments.editedAt', { date: format.dateTime(edited_at) })}>{t('card:comments.edited')}</span>}
      </p>
      {canWrite && (can.edit || can.remove) && !isEditing && (
        <CommentMenu comment={comment} actions={actions} onEdit={() => setEditing(true)} />
      )}
      <div className={classes.body}>
        {isEditing ? <Editing comment={comment} onClose={() => setEditing(false)} actions={actions} /> : <CommentText text={content} />}
        {canWrite && can.edit && hasDraft && (
          <Button size="compact-sm" variant="subtle" className={classes.draft} onClick={() => setEditing(true)}>
            {t('card:comments.draft')}
          </Button>
        )}
      </div>
    </li>
  )
}

function CommentText({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null)
  useMentionMarks(box, text)
  return (
    <div ref={box}>
      <Markdown text={text} />
    </div>
  )
}

function Editing({ comment, onClose, actions }: Props & { onClose: () => void }) {
  const { card, onDiscard } = useCard()
  // The comment that the person saw when they began, and the one on which a save was refused as stale.
  const [base, setBase] = useState(comment)
  const [{ text }, change, forget, clashes] = useDraft(draftOf(card.id, comment), { text: comment.content })
  const [newer, setNewer] = useState(clashes.text ?? null)
  useUnsaved(`comment ${comment.id}`, text.trim() === comment.content ? null : text)
  useEffect(() => onDiscard(forget))
  const done = () => {
    forget()
    onClose()
  }
  const save = async () => {
    if (text.trim() === comment.content) return done()
    const { ok, current } = await actions.edit(base, text)
    if (ok) return done()
    if (!current) return
    change({}, { text: current.content })
    setBase(current)
    setNewer(current.content)
  }
  return (
    <>
      {newer !== null && (
        <p className={classes.late} role="alert">
          {t('card:comments.changed')} {t('card:comments.current', { text: newer })}
        </p>
      )}
      <CommentField
        value={text}
        label={t('card:comments.editField')}
        submit={t('card:save')}
        autoFocus
        onChange={(next) => change({ text: next })}
        onSubmit={() => void save()}
        onCancel={done}
        onLeave={onClose}
      />
    </>
  )
}

function CommentMenu({ comment, actions, onEdit }: Props & { onEdit: () => void }) {
  const { setPop } = useCard()
  const [asking, setAsking] = useState(false)
  const { can } = comment
  const label = `${t('card:edit')} · ${comment.user?.name ?? ''}`
  return (
    <div className={classes.menu}>
      <Pop
        name={`comment ${comment.id}`}
        width={220}
        position="bottom-end"
        target={
          <IconButton label={label} onClick={() => setAsking(false)}>
            <IconDots size={18} stroke={1.75} />
          </IconButton>
        }
      >
        {asking ? (
          <div className={popClasses.form}>
            <p>{t('card:comments.removeAsk')}</p>
            <Button
              variant="danger"
              autoFocus
              onClick={() => {
                setPop(null)
                void actions.remove(comment)
              }}
            >
              {t('card:delete')}
            </Button>
          </div>
        ) : (
          <div className={popClasses.list}>
            {can.edit && (
              <Option
                onChoose={() => {
                  setPop(null)
                  onEdit()
                }}
              >
                <IconPencil size={18} stroke={1.75} aria-hidden="true" />
                <span>{t('card:edit')}</span>
              </Option>
            )}
            {can.remove && (
              <Option danger onChoose={() => setAsking(true)}>
                <IconTrash size={18} stroke={1.75} aria-hidden="true" />
                <span>{t('card:comments.remove')}</span>
              </Option>
            )}
          </div>
        )}
      </Pop>
    </div>
  )
}
