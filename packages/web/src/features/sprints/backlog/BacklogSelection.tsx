import { Menu } from '@mantine/core'
import type { BoardChanges, Label } from '@rodada/contract/boards/boards'
import type { PersonSummary } from '@rodada/contract/core/fields'
import { IconArchive, IconArrowsExchange, IconCards, IconMailFast, IconRun, IconTag, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import type { Sprint, SprintTask } from '../../../lib/call/sprint-words.ts'
import { changeMany } from '../../../ui/cards/change-many.ts'
import { SealedDialog } from '../../../ui/estimate/SealedDialog.tsx'
import { useOpenRoom } from '../../../ui/fields/use-open-room.ts'
import { labelItems, peopleItems } from '../../../ui/selection/choices.tsx'
import { SelectionBar, type Verb } from '../../../ui/selection/SelectionBar.tsx'
import { round } from './Capacity.tsx'
import type { useBacklog } from './use-backlog.ts'

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
type Told = Parameters<typeof changeMany>[3]

type Props = {
  board: BoardChanges
  chosen: readonly SprintTask[]
  sprints: readonly Sprint[]
  writes: ReturnType<typeof useBacklog>['writes']
  onPlan: (sprint: Sprint) => Promise<void>
  onClear: () => void
}

/** The bar for the chosen cards of a backlog: what the board's does with them, and what one plans with. */
export function BacklogSelection({ board, chosen, sprints, writes, onPlan, onClear }: Props) {
  const [isSending, setSending] = useState(false)
  const [isSealing, setSealing] = useState(false)
  const { open, busy } = useOpenRoom()
  const ids = chosen.map(({ id }) => id)
  const act = async (what: Parameters<typeof changeMany>[2], told: Told) => {
    setSending(true)
    if (await changeMany(writes, ids, what, told)) onClear()
    setSending(false)
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
  const move = (id: number, list: string) => void act({ list_id: id }, { said: (count) => t('choosing:moved', { count, list }) })
  const archive = () =>
    void act({ archive: true }, { drawn: { kind: 'removeCards', cardIds: ids }, said: (count) => t('choosing:archived', { count }) })
  const plan = (sprint: Sprint) => {
    setSending(true)
    void onPlan(sprint).finally(() => setSending(false))
  }
  const verbs: Verb[] = [
    {
      name: 'sprint',
      letter: 's',
      label: t('planning:plan'),
      icon: <IconRun {...icon} />,
      items:
        sprints.length === 0 ? (
          <Menu.Label>{t('choosing:noSprints')}</Menu.Label>
        ) : (
          sprints.map((sprint) => (
            <Menu.Item key={sprint.id} onClick={() => plan(sprint)}>
              {sprint.name}
            </Menu.Item>
          ))
        ),
    },
    { name: 'table', letter: 'v', label: t('planning:toTable'), icon: <IconCards {...icon} />, run: () => void open(ids, board.title) },
    { name: 'sealed', letter: 'l', label: t('sealed'), icon: <IconMailFast {...icon} />, run: () => setSealing(true) },
    {
      name: 'move',
      letter: 'm',
      quiet: true,
      label: t('choosing:move'),
      icon: <IconArrowsExchange {...icon} />,
      items: board.lists.map(({ id, title }) => (
        <Menu.Item key={id} onClick={() => move(id, title)}>
          {title}
        </Menu.Item>
      )),
    },
    {
      name: 'person',
      letter: 'p',
      quiet: true,
      label: t('choosing:person'),
      icon: <IconUser {...icon} />,
      items: peopleItems(
        board.members.map(({ user }) => user),
        assign,
      ),
    },
    {
      name: 'label',
      letter: 'e',
      quiet: true,
      label: t('choosing:label'),
      icon: <IconTag {...icon} />,
      items: labelItems(board.labels, label),
    },
    { name: 'archive', letter: 'c', quiet: true, label: t('choosing:archive'), icon: <IconArchive {...icon} />, run: archive },
  ]
  return (
    <>
      <SelectionBar
        count={ids.length}
        points={round(chosen.reduce((sum, { estimate }) => sum + (estimate ?? 0), 0))}
        verbs={verbs}
        isSending={isSending || busy}
        onClear={onClear}
      />
      {isSealing && <SealedDialog board={board} cards={chosen} onClose={() => setSealing(false)} />}
    </>
  )
}
