import { type EstimationSummary, estimationsApi } from '@rodada/contract/estimations/estimations'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { readUserData } from '../../lib/device/storage.ts'
import classes from './EstimationList.module.css'
import { whenText } from './estimation-words.ts'

/** What closed is shown for this long, in milliseconds: its meeting may not have been yet. */
const shownMs = 7 * 86_400_000

/** The sealed estimations of a board that are open or closed lately. Nothing where there are none. */
export function EstimationList({ boardId }: { boardId: number }) {
  const { data } = useQuery({
    queryKey: ['estimations', 'ofBoard', boardId],
    queryFn: ({ signal }) => call(estimationsApi.list, { query: { board_id: boardId }, signal }),
    staleTime: 0,
  })
  const shown = data?.filter(({ closed_at }) => closed_at === null || Date.parse(closed_at) > Date.now() - shownMs) ?? []
  if (shown.length === 0) return null
  return (
    <nav className={classes.list} aria-label={t('estimations:list.title')}>
      <ul>
        {shown.map((estimation) => (
          <li key={estimation.id}>
            <Link to="/estimativas/$estimationId" params={{ estimationId: String(estimation.id) }}>
              <span>
                <b>{t('estimations:list.cards', { count: estimation.card_count })}</b> {stateText(estimation)}
              </span>
              {waitsForMe(estimation) && <span className={classes.mine}>{t('estimations:list.yours')}</span>}
              <IconChevronRight size={16} stroke={1.75} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function stateText({ closed_at, closes_at, voters }: EstimationSummary): string {
  const said = { count: voters.filter(({ finished }) => finished).length, all: voters.length }
  return closed_at === null
    ? t('estimations:list.open', { ...said, when: whenText(closes_at) })
    : t('estimations:page.closedAt', { ...said, when: whenText(closed_at) })
}

const waitsForMe = ({ status, voters }: EstimationSummary): boolean => {
  const me = readUserData()?.id
  return status === 'open' && voters.some(({ user_id, finished }) => user_id === me && !finished)
}
