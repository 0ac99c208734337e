import type { Notification } from '@rodada/contract/notifications/notifications'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'

/** Stands in the sentence for its subject, which is drawn heavier: no title contains it. */
const gap = '\u0000'

/** What happened, in the three parts of its sentence. */
export function sentenceOf(notification: Notification): { before: string; subject: string; after: string } {
  const { actor, count, board, subject, details } = notification
  const key = keyOf(notification)
  const isOfBoard =
    key.startsWith('board_') ||
    key === 'invitation_accepted' ||
    key === 'webhook_off' ||
    (key.startsWith('import_') && key !== 'import_without_board') ||
    key.startsWith('many_')
  const what = isOfBoard && board ? board.title : (notification.kind !== 'board_updated' && details.cards?.[0]) || subject
  const text = t(`notifications:kinds.${key}`, {
    who: actor?.name ?? t('notifications:someone'),
    count,
    rest: count - 1,
    what: gap,
    day: details.due_date ? format.day(details.due_date) : '',
  })
  const [before = '', after = ''] = text.split(gap)
  return { before, subject: what, after }
}

function keyOf({ kind, count, details }: Notification) {
  switch (kind) {
    case 'card_assigned':
      return details.cards && count > 1 ? 'many_assigned' : kind
    case 'card_joined':
      return details.cards && count > 1 ? 'many_joined' : kind
    case 'card_changed':
      if (count > 1) return details.cards ? 'many_changes' : 'card_changed_many'
      if (details.change === 'due') return details.due_date ? 'changed_due' : 'changed_undue'
      return `changed_${details.change ?? 'edited'}` as const
    case 'card_mentioned':
      if (details.cards && count > 1) return 'many_mentions'
      return count > 1 ? 'card_mentioned_more' : kind
    case 'card_commented':
      if (details.cards && count > 1) return 'many_comments'
      return count > 1 ? 'card_commented_many' : kind
    case 'sprint_ended':
      return details.cards && count > 1 ? 'many_sprints' : kind
    case 'votes_asked':
      return count === 1 ? 'votes_asked_single' : kind
    case 'board_updated':
      return count > 1 ? 'board_updated_many' : kind
    case 'card_due':
      if (details.cards && count > 1) return details.when === 'tomorrow' ? 'many_due_tomorrow' : 'many_due_today'
      return details.when === 'tomorrow' ? 'due_tomorrow' : 'due_today'
    default:
      return kind
  }
}
