import { type InfiniteData, type UseInfiniteQueryResult, useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../../i18n/index.ts'
import { MoreButton } from '../../../ui/page/MoreButton.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import shared from '../settings.module.css'

type Props<Entry> = {
  title: string
  hint: ReactNode
  filters: ReactNode
  query: UseInfiniteQueryResult<InfiniteData<{ entries: Entry[] }>>
  /** Said when nothing matches. */
  none: string
  exportLabel: string
  onExport: () => Promise<void>
  children: (entries: Entry[]) => ReactNode
}

/** Records that are found by filters, read a page after the other, and taken along as a file. */
export function RecordsPanel<Entry>({ title, hint, filters, query, none, exportLabel, onExport, children }: Props<Entry>) {
  const exporting = useMutation({ mutationFn: onExport, onError: (reason) => tellProblem(t('system:exportFailed'), reason) })
  const entries = query.data?.pages.flatMap((page) => page.entries)
  return (
    <Panel
      title={title}
      aside={
        <button type="button" disabled={exporting.isPending} onClick={() => exporting.mutate()}>
          {exportLabel}
        </button>
      }
    >
      {hint && <p className={shared.hint}>{hint}</p>}
      {filters}
      {query.error && !entries && (
        <ErrorState level={3} title={t('system:failed')} text={query.error.message} onRetry={() => void query.refetch()} />
      )}
      {!entries && !query.error && (
        <SkeletonGroup>
          <Skeleton height="10rem" radius="10px" />
        </SkeletonGroup>
      )}
      {entries?.length === 0 && <p className={shared.hint}>{none}</p>}
      {entries && entries.length > 0 && children(entries)}
      <MoreButton query={query} />
    </Panel>
  )
}
