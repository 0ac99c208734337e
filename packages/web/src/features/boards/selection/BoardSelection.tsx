import { Menu } from '@mantine/core'
import type { Label } from '@rodada/contract/boards/boards'
import type { PersonSummary } from '@rodada/contract/core/fields'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { IconArchive, IconArrowsExchange, IconListNumbers, IconRun, IconTag, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { t } from '../../../i18n/index.ts'
import { callSprints } from '../../../lib/call/sprint-call.ts'
import { changeMany } from '../../../ui/cards/change-many.ts'
import type { KanbanColumnData } from '../../../ui/kanban/kanban-controller.ts'
import { labelItems, peopleItems } from '../../../ui/selection/choices.tsx'
import { SelectionBar, type Verb } from '../../../ui/selection/SelectionBar.tsx'
import { useBoardPart, useSession } from '../session/board-session.ts'
import { cardIdsOf } from '../session/board-state.ts'
import { useBoardUi } from '../session/board-ui.ts'

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
type Act = Parameters<typeof changeMany>[2]
type Told = Parameters<typeof changeMany>[3]

/** The bar for the chosen cards of a board. What a filter hides is not among them. */
export function BoardSelection({ columns }: { columns: readonly KanbanColumnData[] }) {
  const { writes } = useSession()
  const { selection, kanban } = useBoardUi()
  const chosen = useSyncExternalStore(selection.subscribe, selection.chosen)
  const board = useBoardPart((now) => now, null)
  const [isSending, setSending] = useState(false)
  const ids = useMemo(() => columns.flatMap(({ itemIds }) => itemIds.filter((id) => chosen.has(id))), [columns, chosen])
  if (!board) return null

  /** Gives the focus back to the card that was chosen last, or to what stands in its place. */
  const leave = (): (() => void) => {
    const anchor = selection.anchor()
    const id = anchor !== null && ids.includes(anchor) ? anchor : ids.at(-1)
    const column = kanban.columns().find(({ itemIds }) => id !== undefined && itemIds.includes(id))
    const index = column?.itemIds.indexOf(id ?? 0) ?? 0
    return () =>
      requestAnimationFrame(() => {
        const now = kanban.columns()
        const its = now.find(({ itemIds }) => id !== undefined && itemIds.includes(id))
        if (its && id !== undefined) return kanban.focus({ columnId: its.id, itemId: id })
        const others = now.find((one) => one.id === column?.id)
        if (others) kanban.focus({ columnId: others.id, itemId: others.itemIds[Math.min(index, others.itemIds.length - 1)] ?? null })
      })
  }
  const act = async (what: Act, told: Told) => {
    const goBack = leave()
    setSending(true)
    const done = await changeMany(writes, ids, what, told)
    setSending(false)
    if (done) selection.clear()
    goBack()
  }

  const move = (listId: number) => {
    const list = board.lists.find(({ id }) => id === listId)
    const count = new Set([...cardIdsOf(board, listId), ...ids]).size
    const isPast = list && list.wip_limit !== null && !list.wip_hard && count > list.wip_limit
    const said = (moved: number) =>
      [t('choosing:moved', { count: moved, list: list?.title ?? '' }), isPast ? t('boards:announce.overLimit', { list: list.title }) : '']
        .filter(Boolean)
        .join('. ')
    void act({ list_id: listId }, { said })
  }
  const assign = (person: PersonSummary | null) =>
    void act(
      { assigned_to: person?.id ?? null },
      {
        drawn: { kind: 'patchCards', cardIds: ids, fields: { assigned_user: person } },
        said: (count) => (person ? t('choosing:assigned', { count, name: person.name }) : t('choosing:freed', { count })),
      },
    )
  const label = ({ id, name }: Label) => void act({ label_id: id }, { said: (count) => t('choosing:labelled', { count, label: name }) })
  const plan = (sprint: { id: number; name: string } | null) =>
    void act(
      { sprint_id: sprint?.id ?? null },
      { said: (count) => t('choosing:planned', { count, sprint: sprint?.name ?? t('choosing:backlog') }) },
    )
  const archive = () =>
    void act({ archive: true }, { drawn: { kind: 'removeCards', cardIds: ids }, said: (count) => t('choosing:archived', { count }) })

  const verbs: Verb[] = [
    {
      name: 'move',
      letter: 'm',
      label: t('choosing:move'),
      icon: <IconArrowsExchange {...icon} />,
      items: board.lists.map(({ id, title }) => (
        <Menu.Item key={id} onClick={() => move(id)}>
          {title}
        </Menu.Item>
      )),
    },
    {
      name: 'person',
      letter: 'p',
      label: t('choosing:person'),
      icon: <IconUser {...icon} />,
      items: peopleItems(
        board.frame.members.map(({ user }) => user),
        assign,
      ),
    },
    {
      name: 'label',
      letter: 'e',
      label: t('choosing:label'),
      icon: <IconTag {...icon} />,
      items: labelItems(board.frame.labels, label),
    },
    {
      name: 'sprint',
      letter: 's',
      label: t('choosing:sprint'),
      icon: <IconRun {...icon} />,
      items: <SprintItems boardId={board.frame.id} onPlan={plan} />,
    },
    { name: 'archive', letter: 'c', quiet: true, label: t('choosing:archive'), icon: <IconArchive {...icon} />, run: archive },
  ]
  const points = ids.reduce((sum, id) => sum + (board.cards.get(id)?.estimate ?? 0), 0)
  const clear = () => {
    const goBack = leave()
    selection.clear()
    goBack()
  }
  return <SelectionBar count={ids.length} points={points} verbs={verbs} isSending={isSending} onClear={clear} />
}

type SprintProps = { boardId: number; onPlan: (sprint: { id: number; name: string } | null) => void }

/** The board's open sprints and its backlog. A board does not know its sprints, so the server is asked when the menu opens. */
function SprintItems({ boardId, onPlan }: SprintProps) {
  const { data, isPending } = useQuery({
    queryKey: ['boards', boardId, 'open sprints'],
    queryFn: async () => (await callSprints(sprintsApi.ofBoard, { params: { boardId } })).data,
    staleTime: 0,
  })
  const open = data?.filter(({ status }) => status === 'active' || status === 'planned') ?? []
  return (
    <>
      <Menu.Item leftSection={<IconListNumbers size={18} stroke={1.75} aria-hidden />} onClick={() => onPlan(null)}>
        {t('choosing:backlog')}
      </Menu.Item>
      {open.map((sprint) => (
        <Menu.Item key={sprint.id} leftSection={<IconRun size={18} stroke={1.75} aria-hidden />} onClick={() => onPlan(sprint)}>
          {sprint.name}
        </Menu.Item>
      ))}
      {open.length === 0 && <Menu.Label>{t(isPending ? 'choosing:loading' : 'choosing:noSprints')}</Menu.Label>}
    </>
  )
}
