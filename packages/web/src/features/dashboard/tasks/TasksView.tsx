import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCards, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { readUserData } from '../../../lib/device/storage.ts'
import { useOpenRoom } from '../../../ui/fields/use-open-room.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { statsQuery, type TaskStatus } from '../api.ts'
import { BoardStrip } from '../boards/BoardStrip.tsx'
import { CreateBoardButton } from '../boards/CreateBoardButton.tsx'
import { useFirstRun } from '../first-run/use-first-run.ts'
import { Feed } from '../overview/Feed.tsx'
import { daySentence, greeting } from '../overview/greeting.ts'
import { Numbers } from '../overview/Numbers.tsx'
import { RecordedRooms } from '../overview/RecordedRooms.tsx'
import { SprintPanel } from '../overview/SprintPanel.tsx'
import { Week } from '../overview/Week.tsx'
import { zeroStats } from '../overview/zero-stats.ts'
import { ForNow } from './ForNow.tsx'
import classes from './TasksView.module.css'

const SincePanel = lazyPart(async () => (await import('../overview/SincePanel.tsx')).SincePanel, { texts: ['news'], otherwise: () => null })
const FirstSteps = lazyPart(async () => (await import('../first-run/FirstSteps.tsx')).FirstSteps, { texts: ['firstRun', 'inviting'] })
const TaskFilterModal = lazyPart(async () => (await import('./TaskFilterModal.tsx')).TaskFilterModal)

/** 'Controle de Tarefas': what is with me, what is urgent, how the week goes, what others did. */
export function TasksView({ admin, onCreate }: { admin: boolean; onCreate: () => void }) {
  const { data, isError, isFetching, error, refetch } = useQuery(statsQuery)
  const { open, busy } = useOpenRoom()
  const firstRun = useFirstRun(admin)
  // Until there is a card, the rest of the page would be zeros.
  const isBare = firstRun === undefined || (firstRun !== null && !firstRun.board?.card_count)
  const [filtered, setFiltered] = useState<TaskStatus | null>(null)
  // Numbers that did not come are shown as zero, with a word about it: the rest of the page is still of use.
  const stats = data ?? (isError ? zeroStats() : undefined)
  return (
    <>
      <header className={classes.head}>
        <div>
          <h1>{greeting(readUserData()?.name ?? '', new Date().getHours())}</h1>
          {!firstRun && (data || !isError) && <p>{data ? daySentence(data.userTasks) : <Skeleton width="min(16.25rem, 60vw)" />}</p>}
        </div>
        <div className={classes.actions}>
          <Button leftSection={<IconCards aria-hidden />} loading={busy} onClick={() => void open()}>
            {t('dashboard:openRoom')}
          </Button>
          <CreateBoardButton filled={!firstRun} onCreate={onCreate} />
        </div>
      </header>
      {isError && !data && (
        <div role="alert" className={classes.banner}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <p>
            <b>{t('dashboard:stats.failed')}</b> {error.message}
          </p>
          <Button size="sm" loading={isFetching} onClick={() => void refetch()} leftSection={<IconRefresh aria-hidden />}>
            {t('retry')}
          </Button>
        </div>
      )}
      {firstRun && <FirstSteps run={firstRun} />}
      {/* Somebody without a board may have sat at tables. */}
      {firstRun && isBare && <RecordedRooms />}
      {firstRun === undefined && (
        <SkeletonGroup>
          <Skeleton height="16.25rem" radius="12px" />
          <Skeleton height="5rem" radius="12px" />
        </SkeletonGroup>
      )}
      {!isBare && (
        <div className={classes.grid}>
          <div>
            <SincePanel />
            <Numbers tasks={stats?.userTasks} onFilter={setFiltered} />
            <ForNow />
            <BoardStrip onCreate={onCreate} />
          </div>
          <div>
            {stats?.sprintProgress && <SprintPanel sprint={stats.sprintProgress} />}
            <Week days={stats?.weeklyProgress} />
            <RecordedRooms />
            <Feed activity={stats?.recentActivity} />
          </div>
        </div>
      )}
      {filtered && <TaskFilterModal status={filtered} onClose={() => setFiltered(null)} />}
    </>
  )
}
