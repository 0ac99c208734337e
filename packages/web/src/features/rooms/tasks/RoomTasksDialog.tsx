import { Button } from '@mantine/core'
import type { RoomTask, RoomTaskCard } from '@rodada/contract/rooms/tasks'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import { hasSession } from '../../../lib/call/session.ts'
import { translated } from '../../../lib/call/sprint-words.ts'
import { format } from '../../../lib/dates/format.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Chip } from '../../../ui/marks/Chip.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import { mayRemoveTasks } from '../session/room-selectors.ts'
import { BringTasks } from './BringTasks.tsx'
import classes from './RoomTasksDialog.module.css'
import { useGoOn } from './UnsavedQuestion.tsx'
import { useTaskCards } from './use-task-cards.ts'

const width = 560

/** What the room is to estimate: the tasks that were brought, and where to bring more from. */
export function RoomTasksDialog({ onClose }: { onClose: () => void }) {
  const tasks = useRoom((state) => state.tasks)
  const cards = useTaskCards()
  return (
    <Dialog title={t('rooms:tasks.title')} size={width} onClose={onClose}>
      {tasks.length === 0 ? (
        <div className={classes.none}>
          <p>{t('rooms:tasks.noneTitle')}</p>
          <p>{t(hasSession() ? 'rooms:tasks.noneText' : 'rooms:tasks.noneGuest')}</p>
        </div>
      ) : (
        <section aria-labelledby="room-tasks">
          <h3 id="room-tasks" className={classes.heading}>
            {t('rooms:tasks.here')}
          </h3>
          <ol className={classes.tasks}>
            {tasks.map((task) => (
              <TaskItem key={task.id} task={task} card={cards.get(task.id)} onPut={onClose} />
            ))}
          </ol>
        </section>
      )}
      {hasSession() && <BringTasks />}
    </Dialog>
  )
}

type ItemProps = { task: RoomTask; card: RoomTaskCard | undefined; onPut: () => void }

function TaskItem({ task, card, onPut }: ItemProps) {
  const session = useRoomSession()
  const onTable = useRoom((state) => state.selectedTask?.task_id === task.id)
  const joined = useRoom((state) => state.joined)
  const mayRemove = useRoom(mayRemoveTasks)
  const goOn = useGoOn()
  const put = async () => {
    if (await session.selectTask({ task_id: task.id })) onPut()
  }
  return (
    <li className={classes.task} data-here={onTable || undefined}>
      <span className={classes.name}>
        {card ? (
          <Link to="/board/$boardId" params={{ boardId: String(card.board_id) }} search={{ card: String(card.card_id) }} target="_blank">
            {card.title}
          </Link>
        ) : (
          task.title
        )}
        {card && <small>{(card.sprint && translated(card.sprint).name) ?? card.board_title}</small>}
      </span>
      {task.estimate !== null && (
        <span className={classes.points}>
          <span aria-hidden="true">{format.number(task.estimate)}</span>
          <span className="sr-only">{t('rooms:tasks.saved', { points: format.points(task.estimate) })}</span>
        </span>
      )}
      {onTable ? (
        <Chip tone="brand">{t('rooms:tasks.onTable')}</Chip>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          disabled={!joined}
          aria-label={t('rooms:tasks.put', { title: task.title })}
          onClick={() => goOn(() => void put())}
        >
          {t('rooms:task.save')}
        </Button>
      )}
      {mayRemove && (
        <IconButton
          label={t('rooms:tasks.remove', { title: task.title })}
          disabled={!joined}
          onClick={() => void session.removeTask(task.id)}
        >
          <IconX size={16} stroke={1.75} />
        </IconButton>
      )}
    </li>
  )
}
