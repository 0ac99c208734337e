import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { usePageName } from '../../lib/text/page-name.ts'
import { isMissing } from '../../ui/states/MissingState.tsx'
import { estimationQuery, useEstimationNews } from './api.ts'
import { ClosedEstimation } from './ClosedEstimation.tsx'
import { EstimationFailed, EstimationLoading } from './EstimationStates.tsx'
import { OpenEstimation } from './OpenEstimation.tsx'

/** /estimativas/:id: who has finished until the close, and what people saw after it. */
export function EstimationScreen() {
  const estimationId = Number(useParams({ strict: false }).estimationId)
  const { data, error, refetch } = useQuery(estimationQuery(estimationId))
  useEstimationNews(estimationId, data?.board_id)
  // What was loaded before says nothing any more once the fresh answer is that it is not for this person.
  const gone = isMissing(error)
  usePageName(gone || !data ? undefined : t('estimations:title', { board: data.board_title }))
  if (error && (gone || !data)) return <EstimationFailed reason={error} onRetry={() => void refetch()} />
  if (!data) return <EstimationLoading />
  return data.status === 'open' ? <OpenEstimation estimation={data} /> : <ClosedEstimation estimation={data} />
}
