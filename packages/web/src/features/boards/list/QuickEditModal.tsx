import { Button } from '@mantine/core'
import { priorities } from '@rodada/contract/boards/settings'
import type { CardChange } from '@rodada/contract/cards/cards'
import type { Priority } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { IconArchive, IconArrowsMove, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type FormEvent, useEffect, useId, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { focusRefused } from '../../../lib/call/refused-field.ts'
import { AnchoredDialog } from '../../../ui/dialog/AnchoredDialog.tsx'
import { DateField } from '../../../ui/fields/DateField.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { TextConflict } from '../../../ui/fields/TextConflict.tsx'
import { cardQuery, runningEnd } from '../card/card-query.ts'
import { useBoardPart, useSession } from '../session/board-session.ts'
import { useBoardUi } from '../session/board-ui.ts'
import { useCardFacts } from '../session/use-card-facts.ts'
import own from './QuickEditModal.module.css'
import { useQuickTitle } from './use-quick-title.ts'

type Props = { cardId: number; field?: 'due' | undefined; onClose: () => void; onOpenCard: () => void }

/** The few things of a card that change often, beside the card. */
export function QuickEditModal({ cardId, field, onClose, onOpenCard }: Props) {
  const { kanban } = useBoardUi()
  const card = useBoardPart(({ cards }) => cards.get(cardId), undefined)
  // Somebody archived it, or the move to another list took it off the board.
  useEffect(() => {
    if (!card) onClose()
  }, [card, onClose])
  if (!card) return null
  return (
    <AnchoredDialog label={t('boards:edit.title')} anchor={kanban.itemElement(cardId)} onClose={onClose}>
      <Fields card={card} field={field} onClose={onClose} onOpenCard={onOpenCard} />
    </AnchoredDialog>
  )
}

function Fields({ card, field, onClose, onOpenCard }: { card: CardChange } & Omit<Props, 'cardId'>) {
  const { actions } = useSession()
  const facts = useCardFacts()
  const { open, archive } = useBoardUi()
  const members = useBoardPart(({ frame }) => frame.members, [])
  const labels = useBoardPart(({ frame }) => frame.labels, [])
  const title = useQuickTitle(card)
  // The board does not know the sprints of its cards.
  const { data: whole } = useQuery(cardQuery(card.id))
  const id = useId()
  const due = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field === 'due') due.current?.focus()
  }, [field])

  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (focusRefused(form.current)) return
    if (await title.save()) onClose()
  }
  const away = (act: () => void) => {
    onClose()
    act()
  }
  return (
    <form ref={form} noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      {title.clash ? (
        <TextConflict
          heading={t('conflict:title.title')}
          origin={title.origin}
          mine={title.text.trim()}
          theirs={title.clash.theirs}
          oneLine
          onMine={() => void title.keepMine().then((done) => done && onClose())}
          onTheirs={title.useTheirs}
          onRewrite={title.rewrite}
        />
      ) : (
        <div className={classes.field}>
          <label htmlFor={`${id}-title`}>{t('boards:edit.name')}</label>
          <textarea
            id={`${id}-title`}
            className={classes.area}
            rows={2}
            value={title.text}
            maxLength={limits.cardTitle}
            onChange={(event) => title.setText(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && void submit(event)}
          />
        </div>
      )}
      <div className={classes.pair}>
        <div className={classes.field}>
          <label htmlFor={`${id}-priority`}>{t('boards:edit.priority')}</label>
          <select
            id={`${id}-priority`}
            className={classes.select}
            value={card.priority}
            onChange={(event) => void facts.update(card.id, { priority: event.currentTarget.value as Priority })}
          >
            {priorities.map((priority) => (
              <option key={priority} value={priority}>
                {t(`priority.${priority}`)}
              </option>
            ))}
          </select>
        </div>
        <div className={classes.field}>
          <label htmlFor={`${id}-due`}>{t('boards:edit.due')}</label>
          <DateField
            ref={due}
            id={`${id}-due`}
            label={t('boards:edit.due')}
            value={card.due_date}
            sprintEnd={runningEnd(whole?.sprint)}
            onChange={(day) => void facts.update(card.id, { due_date: day || null })}
          />
        </div>
      </div>
      <div className={classes.field}>
        <label htmlFor={`${id}-who`}>{t('boards:edit.assignee')}</label>
        <select
          id={`${id}-who`}
          className={classes.select}
          value={card.assigned_user?.id ?? ''}
          onChange={({ currentTarget: { value } }) =>
            void actions.assign(card.id, members.find(({ user_id }) => String(user_id) === value)?.user ?? null)
          }
        >
          <option value="">{t('boards:edit.nobody')}</option>
          {members.map(({ user }) => (
            <option key={user.id} value={user.id}>
              {user.name}
            </option>
          ))}
        </select>
      </div>
      {labels.length > 0 && (
        <fieldset className={classes.field}>
          <legend className={own.legend}>{t('boards:edit.labels')}</legend>
          <div className={classes.chips}>
            {labels.map((label) => (
              <label key={label.id} className={classes.chip} style={{ '--c': label.color } as CSSProperties}>
                <input
                  type="checkbox"
                  checked={card.label_ids.includes(label.id)}
                  onChange={(event) => void facts.label(card.id, label, event.currentTarget.checked)}
                />
                <i />
                {label.name}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div className={own.more}>
        <button type="button" onClick={() => away(onOpenCard)}>
          <IconExternalLink size={18} stroke={1.75} aria-hidden />
          {t('boards:edit.open')}
        </button>
        <button type="button" onClick={() => away(() => open({ kind: 'move', cardId: card.id }))}>
          <IconArrowsMove size={18} stroke={1.75} aria-hidden />
          {t('boards:edit.move')}
        </button>
        <button type="button" onClick={() => away(() => void archive({ kind: 'card', id: card.id }))}>
          <IconArchive size={18} stroke={1.75} aria-hidden />
          {t('boards:edit.archive')}
        </button>
        <button type="button" className={classes.danger} onClick={() => away(() => void actions.deleteCard(card.id))}>
          <IconTrash size={18} stroke={1.75} aria-hidden />
          {t('boards:edit.delete')}
        </button>
      </div>
      <Button type="submit" variant="filled">
        {t('boards:edit.save')}
      </Button>
    </form>
  )
}
