import type { DashboardStats } from '@rodada/contract/dashboard'
import { t } from '../../i18n/index.ts'

type Activity = DashboardStats['recentActivity'][number]
type Sentence = { before: string; subject: string; after: string }

/** Stands in the sentence for its subject, which is drawn heavier: no title contains it. */
const gap = '\u0000'

/** 'Caio moveu [Calcular frete] para Concluído': what happened, as one would say it. `me` is told as 'Você'. */
export function activitySentence({ action, task, to, user }: Pick<Activity, 'action' | 'task' | 'to' | 'user'>, me: number): Sentence {
  const who = user === null ? t('dashboard:feed.someone') : user.id === me ? t('dashboard:feed.you') : user.name
  const sentence = t(`dashboard:activity.${keyOf(action, to, user?.name)}`, { who, what: gap, to: to ?? '' })
  const [before = '', after = ''] = sentence.split(gap)
  return { before, subject: task, after }
}

function keyOf(action: Activity['action'], to: string | null, by: string | undefined) {
  if (to === null) return action
  if (action === 'card.moved') return 'card.movedTo'
  if (action === 'card.assigned') return to === by ? 'card.taken' : 'card.assignedTo'
  return action
}
