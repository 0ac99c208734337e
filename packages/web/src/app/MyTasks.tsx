import { MyTasksScreen } from '../features/my-tasks/MyTasksScreen.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const CardPane = lazyPart(async () => (await import('../features/boards/CardPane.tsx')).CardPane, {
  texts: ['boards', 'card', 'conflict', 'kanban', 'work'],
})

/** /my-tasks: what is with the person, with the cards over it. */
export const MyTasks = () => <MyTasksScreen renderCard={(place) => <CardPane {...place} isWindow />} />
