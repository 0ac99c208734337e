import { useQuery } from '@tanstack/react-query'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { Figures } from '../../ui/page/Figures.tsx'
import { summaryQuery } from './api.ts'

/** The four numbers of /sprints. Without an answer they are not shown: the list below says what failed. */
export function SprintStats() {
  const { data, isError } = useQuery(summaryQuery)
  if (isError && !data) return null
  return (
    <Figures
      figures={
        data && [
          { key: 'active', label: t('sprints:stats.active'), value: format.integer(data.active) },
          { key: 'ended', label: t('sprints:stats.ended'), value: format.integer(data.ended) },
          { key: 'total', label: t('sprints:stats.total'), value: format.integer(data.total_tasks) },
          {
            key: 'done',
            label: t('sprints:stats.done'),
            value: format.integer(data.done_tasks),
            unit: t('sprints:stats.of', { total: format.integer(data.total_tasks) }),
          },
        ]
      }
    />
  )
}
