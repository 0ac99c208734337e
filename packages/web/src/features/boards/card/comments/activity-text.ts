import type { Activity } from '@rodada/contract/boards/activities'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'

const fields = [
  'title',
  'description',
  'start_date',
  'due_date',
  'priority',
  'estimate',
  'estimated_hours',
  'notes',
  'cover_file_id',
  'recurrence',
] as const

/** What somebody did, as the rest of a sentence that begins with their name: 'moveu de A Fazer para Concluído'. */
export function activityText({ kind, user, details }: Activity): string {
  const { from = '', to = '', fields: changed = [], relation = 'relates_to' } = details
  switch (kind) {
    case 'card.field_set':
      return filledText(details)
    case 'card.created':
      return t('card:activity.created', { to })
    case 'card.moved':
      return t('card:activity.moved', { from, to })
    case 'card.left':
      return t('card:activity.leftBoard')
    case 'card.arrived':
      return t('card:activity.arrived', { from })
    case 'card.assigned':
      if (to === '') return t('card:activity.unassigned')
      return to === user?.name ? t('card:activity.took') : t('card:activity.assigned', { to })
    case 'card.participant_added':
      return to === user?.name ? t('card:activity.joined') : t('card:activity.participantAdded', { to })
    case 'card.participant_removed':
      return to === user?.name ? t('card:activity.left') : t('card:activity.participantRemoved', { to })
    case 'card.archived':
      return t('card:activity.archived')
    case 'card.restored':
      return t('card:activity.restored')
    case 'card.deleted':
      return t('card:activity.deleted')
    case 'card.labeled':
      return t('card:activity.labeled', { to })
    case 'card.commented':
      return t('card:activity.commented')
    case 'card.attached':
      return t('card:activity.attached', { to })
    case 'card.file_added':
      return t('card:activity.fileAdded', { to })
    case 'card.file_removed':
      return t('card:activity.fileRemoved', { to })
    case 'card.linked':
      return t('card:activity.linked', { to })
    // The title of a card on another board is not written down.
    case 'card.related':
      return t(`card:activity.related.${relation}`, { to: to || t('card:activity.cardElsewhere') })
    case 'card.unrelated':
      return t('card:activity.unrelated', { to: to || t('card:activity.cardElsewhere') })
    case 'card.estimated':
      return t('card:activity.estimated', { to: format.number(Number(to)) })
    case 'card.repeat_stopped':
      return t('card:activity.repeatStopped')
    case 'card.repeat_skipped':
      return t('card:activity.repeatSkipped')
    case 'card.named':
      return t('card:activity.named', { to })
    case 'card.merged':
      return t('card:activity.merged', { from, to })
    case 'checklist.created':
      return t('card:activity.checklist', { to })
    case 'checklist.item_completed':
      return t('card:activity.completed', { to })
    case 'card.updated': {
      const known = fields.filter((field) => changed.includes(field)).map((field) => t(`card:activity.field.${field}`))
      return known.length > 0 ? t('card:activity.updated', { fields: format.list(known) }) : t('card:activity.changed')
    }
    default:
      return t('card:activity.changed')
  }
}

/** What a card got in a field of its board, or has no longer. */
function filledText({ fields: [field = ''] = [], type, from = '', to = '' }: Activity['details']): string {
  if (type === 'checkbox') return t(to === 'true' ? 'card:activity.ticked' : 'card:activity.unticked', { field })
  const shown = (text: string) => {
    if (type === 'number') return format.precise(Number(text))
    return type === 'date' ? format.numericDay(text) : text
  }
  if (to === '') return t('card:activity.emptied', { field, from: shown(from) })
  if (from === '') return t('card:activity.filled', { field, to: shown(to) })
  return t('card:activity.refilled', { field, from: shown(from), to: shown(to) })
}
