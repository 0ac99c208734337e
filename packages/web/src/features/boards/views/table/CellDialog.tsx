import { boardsApi } from '@rodada/contract/boards/board-calls'
import { priorities } from '@rodada/contract/boards/settings'
import type { CardChange } from '@rodada/contract/cards/cards'
import type { Priority } from '@rodada/contract/core/fields'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { firstDay, lastDay } from '../../../../lib/dates/parse-day.ts'
import { valueIn } from '../../../../ui/cards/field-text.ts'
import { AnchoredDialog } from '../../../../ui/dialog/AnchoredDialog.tsx'
import { DatePicker } from '../../../../ui/fields/DatePicker.tsx'
import { LabelPicker } from '../../../../ui/kanban/LabelPicker.tsx'
import { StatusChip } from '../../../../ui/marks/Chip.tsx'
import { PriorityMark } from '../../../../ui/marks/PriorityMark.tsx'
import { useBoardPart, useSession } from '../../session/board-session.ts'
import { useCardFacts } from '../../session/use-card-facts.ts'
import { Person, Pill } from './CellValue.tsx'
import { type Choice, ChoiceList } from './ChoiceList.tsx'
import type { TableColumn } from './columns.ts'
import { useTable } from './table-context.ts'

type Props = { cardId: number; column: TableColumn; anchor: Element | null; onClose: () => void }

/** What a cell can have, to choose from, under the cell. */
export function CellDialog({ cardId, ...props }: Props) {
  const { whole } = useTable()
  const card = useBoardPart(({ cards }) => cards.get(cardId), undefined)
  return card ? <Content card={whole(card)} {...props} /> : null
}

type ContentProps = Omit<Props, 'cardId'> & { card: CardChange }

function Content({ card, column, anchor, onClose }: ContentProps) {
  const { kind, field, name } = column
  const facts = useCardFacts()
  if (kind === 'start' || kind === 'due' || field?.type === 'date')
    return <DayChoice card={card} column={column} anchor={anchor} onClose={onClose} />
  return (
    <AnchoredDialog label={name} anchor={anchor} below onClose={onClose}>
      {kind === 'labels' ? (
        <Labels card={card} onToggle={facts.label} />
      ) : (
        <Choices card={card} column={column} anchor={anchor} onClose={onClose} />
      )}
    </AnchoredDialog>
  )
}

function DayChoice({ card, column: { kind, field, name }, anchor, onClose }: ContentProps) {
  const facts = useCardFacts()
  const { schedule, fill } = useTable()
  const sprint = schedule.sprintOf.get(card.id)
  const before = field ? valueIn(card.fields, field) : kind === 'start' ? card.start_date : card.due_date
  const pick = (picked: string) => {
    const day = picked || null
    if (field) fill(card.id, field.id, day)
    else void facts.update(card.id, kind === 'start' ? { start_date: day } : { due_date: day })
    onClose()
  }
  return (
    <DatePicker
      label={name}
      anchor={anchor}
      value={before === null ? null : String(before)}
      min={(kind === 'due' && card.start_date) || firstDay}
      max={(kind === 'start' && card.due_date) || lastDay}
      sprintEnd={kind === 'due' && sprint && sprint.status !== 'ended' ? sprint.ends_on : null}
      onPick={pick}
      onClose={onClose}
    />
  )
}

function Labels({ card, onToggle }: { card: CardChange; onToggle: ReturnType<typeof useCardFacts>['label'] }) {
  const { writes, boardId, sync } = useSession()
  const { labels } = useTable()
  const create = async (name: string, color: string) => {
    const send = () => call(boardsApi.addLabel, { params: { boardId }, body: { name, color } })
    const label = await writes.perform(null, send, t('boards:problems.label'))
    if (!label) return false
    await sync.refresh()
    return onToggle(card.id, label, true)
  }
  return (
    <LabelPicker labels={labels} chosen={card.label_ids} onToggle={(label, on) => void onToggle(card.id, label, on)} onCreate={create} />
  )
}

function Choices({ card, column, onClose }: ContentProps) {
  const { actions } = useSession()
  const facts = useCardFacts()
  const { lists, members, schedule, fill } = useTable()
  const { kind, field, name } = column
  const people: Choice[] = [
    { value: '', text: t('views:table.nobody') },
    ...members.map(({ user }) => ({ value: String(user.id), text: user.name, shown: <Person {...user} /> })),
  ]
  const show = (choices: readonly Choice[], chosen: string, choose: (value: string) => unknown) => (
    <ChoiceList
      label={name}
      choices={choices}
      chosen={chosen}
      onChoose={(value) => {
        onClose()
        if (value !== chosen) choose(value)
      }}
    />
  )
  const idOf = (value: string): number | null => (value === '' ? null : Number(value))
  if (kind === 'list')
    return show(
      [...lists.values()].map(({ id, title, status }) => ({
        value: String(id),
        text: title,
        shown: <StatusChip status={status}>{title}</StatusChip>,
      })),
      String(card.list_id),
      (value) => actions.moveCard(card.id, { listId: Number(value), afterId: actions.lastOf(Number(value)) }),
    )
  if (kind === 'person')
    return show(people, String(card.assigned_user?.id ?? ''), (value) =>
      actions.assign(card.id, members.find(({ user_id }) => user_id === idOf(value))?.user ?? null),
    )
  if (kind === 'priority')
    return show(
      priorities.map((priority) => ({
        value: priority,
        text: t(`priority.${priority}`),
        shown: (
          <>
            <PriorityMark priority={priority} />
            {t(`priority.${priority}`)}
          </>
        ),
      })),
      card.priority,
      (value) => facts.update(card.id, { priority: value as Priority }),
    )
  if (kind === 'sprint') {
    const now = schedule.sprintOf.get(card.id)
    const open = schedule.sprints.filter(({ id, status }) => status !== 'ended' || id === now?.id)
    const planned = (sprintId: number | null) => {
      const sprint = open.find(({ id }) => id === sprintId)
      return sprint ? { id: sprint.id, name: sprint.name, ends_on: sprint.ends_on, ended: sprint.status === 'ended' } : null
    }
    const problem = t('boards:problems.updateCard')
    return show(
      [{ value: '', text: t('views:table.noSprint') }, ...open.map((sprint) => ({ value: String(sprint.id), text: sprint.name }))],
      String(now?.id ?? ''),
      (value) => {
        const sprint = planned(idOf(value))
        return facts.plan([card.id], sprint, {
          planned: sprint ? t('card:sprint.moved', { sprint: sprint.name }) : t('card:sprint.left'),
          problem,
          back: () => facts.sendPlan([card.id], planned(now?.id ?? null), problem),
        })
      },
    )
  }
  if (!field) return null
  const before = String(valueIn(card.fields, field) ?? '')
  const choose = (value: string) => fill(card.id, field.id, idOf(value))
  if (field.type === 'person') return show(people, before, choose)
  return show(
    [
      { value: '', text: t('fields:empty') },
      ...field.options.map((option) => ({ value: String(option.id), text: option.name, shown: <Pill {...option} /> })),
    ],
    before,
    choose,
  )
}
