import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { IconMessageCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import { lastingDrafts } from '../../../../lib/device/drafts.ts'
import { readUserData } from '../../../../lib/device/storage.ts'
import { Avatar } from '../../../../ui/marks/Avatar.tsx'
import { useCard, useUnsaved } from '../card-context.ts'
import { Section } from '../Section.tsx'
import { CommentField } from './CommentField.tsx'
import { CommentView } from './CommentView.tsx'
import classes from './comments.module.css'
import { type CommentActions, useComments } from './use-comments.ts'

/** What people say about the card, the newest last, and a field to join in. */
export function Comments() {
  const { card, canWrite } = useCard()
  const actions = useComments()
  const { comments, hasOlder, loading, loadOlder } = actions
  return (
    <Section
      icon={IconMessageCircle}
      title={t('card:comments.title')}
      count={card.comment_count > 0 ? format.integer(card.comment_count) : undefined}
    >
      {hasOlder && (
        <Button size="sm" className={classes.older} onClick={() => void loadOlder()} loading={loading}>
          {t('card:comments.older')}
        </Button>
      )}
      {comments.length === 0 && <p className={classes.none}>{t(canWrite ? 'card:comments.first' : 'card:comments.none')}</p>}
      {comments.length > 0 && (
        <ul className={classes.list}>
          {comments.map((comment) => (
            <CommentView key={comment.id} comment={comment} actions={actions} />
          ))}
        </ul>
      )}
      {canWrite && card.comment_count < limits.cardComments && <Composer onAdd={actions.add} />}
    </Section>
  )
}

function Composer({ onAdd }: { onAdd: CommentActions['add'] }) {
  const { card, onDiscard } = useCard()
  const draftName = `card.${card.id}.comment`
  const [text, setText] = useState(() => lastingDrafts.read(draftName)?.text ?? '')
  const me = readUserData()
  useUnsaved('comment', text.trim() || null)
  useEffect(() => onDiscard(() => lastingDrafts.write(draftName, null)), [onDiscard, draftName])
  // A comment under way outlives the render that sent it; it must see what was begun meanwhile.
  const latest = useRef(text)
  const change = (next: string, draft = next) => {
    latest.current = next
    setText(next)
    lastingDrafts.write(draftName, draft)
  }
  const send = async () => {
    // Gone from the field, and a draft until the server has it.
    change('', text)
    const { ok } = await onAdd(text)
    if (ok) lastingDrafts.write(draftName, latest.current)
    // A refused comment comes back, in front of what was begun meanwhile.
    else change(latest.current === '' ? text : `${text}\n${latest.current}`)
  }
  return (
    <div className={classes.composer}>
      {me && <Avatar name={me.name} avatar={me.avatar} size="sm" />}
      <CommentField
        value={text}
        label={t('card:comments.field')}
        submit={t('card:comments.send')}
        onChange={(next) => change(next)}
        onSubmit={() => void send()}
        hint={t('card:comments.hint')}
        shortcut="r"
      />
    </div>
  )
}
