import type { RelatedCard } from '@rodada/contract/cards/relations'
import { IconBarrierBlock } from '@tabler/icons-react'
import { t } from '../../../../i18n/index.ts'
import { dueState } from '../../../../lib/dates/due.ts'
import { format } from '../../../../lib/dates/format.ts'
import { Avatar } from '../../../../ui/marks/Avatar.tsx'
import { useCard } from '../card-context.ts'
import { RelatedLink } from './RelatedLink.tsx'
import classes from './relations.module.css'

const isOpen = ({ status, archived_at }: RelatedCard) => status !== 'concluida' && status !== 'cancelada' && archived_at === null

/** What holds the card up, as far as it is open: which card, where it is, until when, and whose it is. */
export function BlockedLine() {
  const { card } = useCard()
  const seen = card.relations.flatMap(({ kind, card: other }) => (kind === 'blocked_by' && other && isOpen(other) ? [other] : []))
  return (
    <ul className={classes.blocked} aria-label={t('relations:blocked')}>
      {seen.map((blocker) => (
        <li key={blocker.id}>
          <IconBarrierBlock size={18} stroke={1.75} aria-hidden="true" />
          <span className={classes.by}>
            <span>{t('relations:kinds.blocked_by')}</span>
            <RelatedLink card={blocker}>{`${blocker.key} ${blocker.title}`}</RelatedLink>
            <span>{[blocker.list_title, dueText(blocker)].filter(Boolean).join(', ')}</span>
          </span>
          {blocker.assigned_user && (
            <Avatar
              name={blocker.assigned_user.name}
              avatar={blocker.assigned_user.avatar_url}
              size={22}
              label={t('kanban:face.assignee', { name: blocker.assigned_user.name })}
            />
          )}
        </li>
      ))}
      {seen.length === 0 && (
        <li>
          <IconBarrierBlock size={18} stroke={1.75} aria-hidden="true" />
          <span className={classes.by}>
            <span>{t('relations:kinds.blocked_by')}</span>
            <span>{t('relations:elsewhere')}</span>
          </span>
        </li>
      )}
    </ul>
  )
}

function dueText({ due_date, status }: RelatedCard): string | null {
  if (due_date === null) return null
  const { state } = dueState(due_date, status)
  if (state === 'today') return t('relations:today')
  return t(state === 'late' ? 'relations:late' : 'relations:due', { date: format.day(due_date) })
}
