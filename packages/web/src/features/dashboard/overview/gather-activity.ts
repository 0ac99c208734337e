import type { DashboardStats } from '@rodada/contract/instance/dashboard'

type Activity = DashboardStats['recentActivity'][number]

/**
 * A person who makes a card then labels, assigns and describes it: five lines about one thing. What one person did to one card in a row
 * becomes one line, the newest, or that they made it when that is among them. Newest first, as given.
 */
export function gatherActivity(activity: readonly Activity[]): Activity[] {
  const gathered: Activity[] = []
  for (const each of activity) {
    const last = gathered.at(-1)
    const isSame =
      last &&
      each.card_id !== null &&
      last.card_id === each.card_id &&
      last.user?.id === each.user?.id &&
      last.by_program === each.by_program
    if (!isSame) gathered.push(each)
    else if (each.action === 'card.created') gathered[gathered.length - 1] = { ...each, time: last.time }
  }
  return gathered
}
