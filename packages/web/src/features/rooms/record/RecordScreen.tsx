import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { t } from '../../../i18n/index.ts'
import { usePageName } from '../../../lib/text/page-name.ts'
import { LinkButton } from '../../../ui/page/LinkButton.tsx'
import { Crumb, PageHead } from '../../../ui/page/PageHead.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { isMissing } from '../../../ui/states/MissingState.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { RecordActions } from './RecordActions.tsx'
import { RecordBody } from './RecordBody.tsx'
import { accountSource, recordQuery } from './record-source.ts'
import { sessionWords } from './record-words.ts'
import { useRecord } from './use-record.ts'

/** /votacao/:roomId/historico: what a room voted on and how, for the accounts that sat there. */
export function RecordScreen() {
  const roomId = String(useParams({ strict: false }).roomId).toUpperCase()
  const source = useMemo(() => accountSource(roomId), [roomId])
  const client = useQueryClient()
  const { query, shown } = useRecord(source)
  const { error, refetch } = query
  const gone = isMissing(error)
  const words =
    shown &&
    sessionWords(
      shown.rounds,
      shown.days.map(({ day }) => day),
    )
  usePageName(gone || !words ? undefined : words.title)
  if (gone) return <RecordMissing />
  if (error && !shown) return <ErrorState title={t('record:problems.load')} text={error.message} onRetry={() => void refetch()} />
  if (!shown || !words) return <RecordLoading />
  const { room, days } = shown
  const onDeleted = () => {
    void client.resetQueries({ queryKey: recordQuery(source).queryKey })
    void client.invalidateQueries({ queryKey: ['recorded-rooms'] })
  }
  return (
    <>
      <PageHead
        crumb={
          room.open ? (
            <Crumb to="/votacao/$roomId" params={{ roomId }} preload={false}>
              {t('record:crumb', { name: room.roomName })}
            </Crumb>
          ) : (
            <Crumb to="/salas">{t('record:rooms.title')}</Crumb>
          )
        }
        title={words.title}
        lead={room.open ? words.lead : [room.roomName, words.lead].filter(Boolean).join(' · ')}
      >
        {days.length > 0 && <RecordActions source={source} shown={shown} onDeleted={onDeleted} />}
      </PageHead>
      <RecordBody shown={shown} query={query} linked />
    </>
  )
}

/** The same for a room that never was, whose record is gone, and in which one never sat: nobody learns which. */
function RecordMissing() {
  return (
    <div role="alert">
      <EmptyState
        art="error"
        level={1}
        title={t('record:missing.title')}
        text={t('record:missing.text')}
        action={
          <LinkButton to="/salas" variant="filled">
            {t('record:missing.action')}
          </LinkButton>
        }
      />
    </div>
  )
}

export function RecordLoading() {
  return (
    <SkeletonGroup>
      <Skeleton width="min(20rem, 70%)" height="2.125rem" />
      <Skeleton width="min(18rem, 60%)" />
      <Skeleton height="6rem" radius="12px" />
      <Skeleton height="4rem" radius="12px" />
      <Skeleton height="4rem" radius="12px" />
    </SkeletonGroup>
  )
}
