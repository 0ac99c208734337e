import { InboxScreen } from '../features/notifications/InboxScreen.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const CardPane = lazyPart(async () => (await import('../features/boards/CardPane.tsx')).CardPane, {
  texts: ['boards', 'card', 'conflict', 'kanban', 'work'],
})

/** /notificacoes: what the person was told, with the cards that it is about. */
export const Notifications = () => <InboxScreen renderCard={(place) => <CardPane {...place} />} />
