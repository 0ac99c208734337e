import type { NewsChange } from '@rodada/contract/boards/news'
import { priorities } from '@rodada/contract/boards/settings'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'

const fields = [
  'title',
  'description',
  'notes',
  'start_date',
  'due_date',
  'priority',
  'estimate',
  'estimated_hours',
  'recurrence',
  'list',
  'column',
  'sprint',
  'assignee',
] as const
const kinds = [
  'card.created',
  'card.arrived',
  'card.participant_added',
  'card.participant_removed',
  'card.archived',
  'card.restored',
  'card.deleted',
  'card.labeled',
  'card.commented',
  'card.attached',
  'card.file_added',
  'card.file_removed',
  'card.linked',
  'card.related',
  'card.unrelated',
  'card.estimated',
  'card.named',
  'card.merged',
  'checklist.created',
  'checklist.item_completed',
] as const

/** What of a card changed: a field by its name, else what was done. */
export function labelOf({ kind, field }: NewsChange): string {
  if (kind === 'card.field_set' && field !== null) return field
  const known = fields.find((one) => one === field)
  if (known) return t(`news:fields.${known}`)
  const done = kinds.find((one) => one === kind)
  return done ? t(`news:kinds.${done}`) : t('news:other')
}

/** A value as people read it. */
export function shownValue({ kind, field, type }: NewsChange, value: string): string {
  if (kind === 'card.field_set') {
    if (type === 'checkbox') return t(value === 'true' ? 'news:ticked' : 'news:unticked')
    if (type === 'number') return format.precise(Number(value))
    return type === 'date' ? format.day(value) : value
  }
  if (field === 'due_date' || field === 'start_date') return format.day(value)
  if (field === 'estimate' || field === 'estimated_hours' || kind === 'card.estimated') return format.number(Number(value))
  const priority = field === 'priority' ? priorities.find((one) => one === value) : undefined
  return priority ? t(`news:priorities.${priority}`) : value
}
