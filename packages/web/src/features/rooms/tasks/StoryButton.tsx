import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { useRoom } from '../session/room-context.ts'
import { useTaskCards } from './use-task-cards.ts'

const StoryDialog = lazyPart(async () => (await import('./StoryDialog.tsx')).StoryDialog, { texts: ['references'] })

/** Titles up to this fit everywhere. */
const shortTitle = 40

/** Whether the whole task says more than its bar does. */
export const hasStory = (task: { title: string } | null, card: { description: string } | undefined): boolean =>
  task !== null && (Boolean(card?.description) || task.title.length > shortTitle)

/** Opens the whole title and, for people who see the card, its description and what to compare it with; not there where that shows nothing new. */
export function StoryButton() {
  const task = useRoom((state) => state.selectedTask)
  const card = useTaskCards().get(task?.task_id ?? 0)
  const [open, setOpen] = useState(false)
  if (!task || !hasStory(task, card)) return null
  return (
    <>
      <IconButton label={t('rooms:task.read')} onClick={() => setOpen(true)}>
        <IconChevronDown size={20} stroke={1.75} />
      </IconButton>
      {open && (
        <StoryDialog title={task.title} description={card?.description ?? ''} cardId={card?.card_id} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
