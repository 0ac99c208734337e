import { useEffect } from 'react'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/format.ts'
import { useRoom } from './room-context.ts'
import { tallyOf } from './room-selectors.ts'
import { countNumbers } from './vote-reading.ts'

/** The tab tells how the round stands: '4 de 6 · K7M2QX · Rodada'. */
export function useRoomTitle(code: string): void {
  const { voted, total } = useRoom(tallyOf)
  const average = useRoom((state) => state.reveal?.average)
  const noNumbers = useRoom((state) => state.reveal !== null && countNumbers(state.reveal.votes) === 0)
  useEffect(() => {
    const page =
      average === undefined
        ? t('rooms:title.waiting', { voted, total, code })
        : noNumbers
          ? t('rooms:title.revealedNoNumbers', { code })
          : t('rooms:title.revealed', { average: format.average(average), code })
    document.title = t('title.suffix', { page })
  }, [voted, total, average, noNumbers, code])
}
