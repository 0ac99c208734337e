import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { Crumb, PageHead } from '../../ui/page/PageHead.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import { importQuery } from './api.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { FirstLook } from './FirstLook.tsx'
import { Over } from './Over.tsx'
import { type Step, Steps } from './Steps.tsx'
import { UnderWay } from './UnderWay.tsx'

const stepOf: Record<string, Step> = { reading: 'file', ready: 'look', running: 'bring', done: 'over' }

/** /trazer: a board of another tool, from its file to the board. */
export function ImportScreen() {
  const { id } = useSearch({ from: '/trazer' })
  const { data, error, refetch } = useQuery({ ...importQuery(Number(id ?? 0)), enabled: id !== undefined })
  const status = data?.status
  const step = (status && stepOf[status]) ?? 'file'
  const head = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  // Who uses the keyboard goes on where the new step begins.
  useEffect(() => {
    if (before.current !== step) head.current?.focus()
    before.current = step
  }, [step])
  const title = status === 'done' ? t('imports:done.title') : t('imports:title')
  const lead = !data
    ? t('imports:lead')
    : status === 'ready'
      ? t('imports:look.lead', { file: data.file_name || t(`imports:sources.${data.source}`) })
      : (data.board_title ?? data.plan?.board.title ?? data.file_name)
  return (
    <div ref={head} tabIndex={-1} style={{ outline: 'none' }}>
      <PageHead crumb={<Crumb to="/trello">{t('imports:back')}</Crumb>} title={title} lead={lead} />
      <Steps current={step} />
      {id === undefined && <ChooseFile />}
      {id !== undefined && error && !data && (
        <ErrorState level={2} title={t('imports:gone')} text={error.message} onRetry={() => void refetch()} />
      )}
      {id !== undefined && !data && !error && (
        <SkeletonGroup>
          <Skeleton height="6rem" radius="12px" />
        </SkeletonGroup>
      )}
      {data && (status === 'reading' || status === 'running') && <UnderWay data={data} />}
      {data && status === 'ready' && <FirstLook key={data.id} data={data} />}
      {data && status !== 'ready' && status !== 'reading' && status !== 'running' && <Over data={data} />}
    </div>
  )
}
