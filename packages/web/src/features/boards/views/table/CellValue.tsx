import type { CardChange } from '@rodada/contract/cards/cards'
import { IconCheck } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { dueState } from '../../../../lib/dates/due.ts'
import { format } from '../../../../lib/dates/format.ts'
import { fieldText, valueIn } from '../../../../ui/cards/field-text.ts'
import { Avatar } from '../../../../ui/marks/Avatar.tsx'
import { StatusChip } from '../../../../ui/marks/Chip.tsx'
import { PriorityMark } from '../../../../ui/marks/PriorityMark.tsx'
import type { TableColumn } from './columns.ts'
import classes from './Table.module.css'
import { useTable } from './table-context.ts'

const none = <span className={classes.none}>–</span>

/** What a card has in a column, to be read. */
export function CellValue({ card, column: { kind, field } }: { card: CardChange; column: TableColumn }) {
  const { lists, labels, members, schedule } = useTable()
  switch (kind) {
    case 'key':
    case 'title':
      return null
    case 'list': {
      const list = lists.get(card.list_id)
      return list ? <StatusChip status={list.status}>{list.title}</StatusChip> : none
    }
    case 'person':
      return card.assigned_user ? <Person {...card.assigned_user} /> : none
    case 'labels': {
      const own = labels.filter(({ id }) => card.label_ids.includes(id))
      if (own.length === 0) return none
      return own.map(({ id, name, color }) => <Pill key={id} name={name} color={color} />)
    }
    case 'priority':
      return <PriorityMark priority={card.priority} />
    case 'start':
      return card.start_date ? format.day(card.start_date) : none
    case 'due':
      return card.due_date ? <span data-due={dueState(card.due_date, card.status).state}>{format.day(card.due_date)}</span> : none
    case 'points':
      return card.estimate === null ? none : format.number(card.estimate)
    case 'sprint':
      return <span className={classes.cut}>{schedule.sprintOf.get(card.id)?.name ?? none}</span>
    case 'field': {
      const value = valueIn(card.fields, field)
      if (value === null) return none
      if (field.type === 'checkbox') return <IconCheck size={18} stroke={2} role="img" aria-label={field.name} className={classes.tick} />
      const option = field.type === 'choice' ? field.options.find(({ id }) => id === value) : undefined
      if (option) return <Pill {...option} />
      const person = field.type === 'person' ? members.find(({ user_id }) => user_id === value)?.user : undefined
      if (person) return <Person {...person} />
      return <span className={classes.cut}>{fieldText(field, value, members) ?? none}</span>
    }
  }
}

export const Person = ({ name, avatar_url }: { name: string; avatar_url: string | null }) => (
  <>
    <Avatar name={name} avatar={avatar_url} size="xs" />
    <span className={classes.cut}>{name}</span>
  </>
)

/** A label or an option, in its colour. */
export const Pill = ({ name, color }: { name: string; color: string }) => (
  <span className={classes.pill} style={{ '--c': color } as CSSProperties} title={name}>
    <span className={classes.cut}>{name}</span>
  </span>
)
