import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { toast, undoToast } from '../states/feedback.tsx'
import { completeCard, whyNotMoved } from './complete-card.ts'

/** Where a task that is done shows: numbers, lists and activity all change with it. */
const shownIn = ['cards', 'dashboard', 'boards']

/** Completes cards that stand outside their boards, with a way back. `leaving` are those that are on their way. */
export function useComplete() {
  const queryClient = useQueryClient()
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set())
  const refresh = () => Promise.all(shownIn.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))

  const complete = async ({ id, title }: { id: number; title: string }): Promise<void> => {
    setLeaving((before) => new Set(before).add(id))
    try {
      const { list, undo } = await completeCard(id)
      const putBack = () =>
        undo()
          .then((back) => toast(t('work:complete.undone', { title, list: back.list })))
          .catch((reason: unknown) => toast(whyNotMoved(reason), { kind: 'problem' }))
          .then(refresh)
      undoToast(t('work:complete.completed', { title, list }), () => void putBack())
    } catch (reason) {
      toast(whyNotMoved(reason), { kind: 'problem' })
    }
    await refresh()
    setLeaving((before) => new Set([...before].filter((each) => each !== id)))
  }
  return { leaving, complete }
}
