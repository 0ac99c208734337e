import { middleOf } from '@rodada/contract/rooms/middle'
import { useEffect } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { countNumbers } from '../result/vote-reading.ts'
import { useRoom } from './room-context.ts'
import { deckOf, tallyOf } from './room-selectors.ts'

/** The tab tells how the round stands: '4 de 6 · K7M2QX · Rodada'. */
export function useRoomTitle(code: string): void {
  const { voted, total } = useRoom(tallyOf)
  const average = useRoom((state) => state.reveal?.average)
  const noNumbers = useRoom((state) => state.reveal !== null && countNumbers(state.reveal.votes) === 0)
  const size = useRoom((state) => {
    const middle =
      state.reveal &&
      middleOf(
        state.reveal.votes.map(({ vote }) => vote),
        deckOf(state),
      )
    return typeof middle === 'string' ? middle : null
  })
  useEffect(() => {
    const page =
      average === undefined
        ? t('rooms:title.waiting', { voted, total, code })
        : size !== null
          ? t('rooms:title.revealedSize', { size, code })
          : noNumbers
            ? t('rooms:title.revealedNoNumbers', { code })
            : t('rooms:title.revealed', { average: format.average(average), code })
    document.title = t('title.suffix', { page })
  }, [voted, total, average, size, noNumbers, code])
}
