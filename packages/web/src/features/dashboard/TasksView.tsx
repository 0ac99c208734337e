import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCards, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { readUserData } from '../../lib/storage.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { late } from '../../ui/late.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { statsQuery, type TaskStatus } from './api.ts'
import { BoardStrip } from './BoardStrip.tsx'
import { CreateBoardButton } from './CreateBoardButton.tsx'
import { Feed } from './Feed.tsx'
import { ForNow } from './ForNow.tsx'
import { daySentence, greeting } from './greeting.ts'
import { Numbers } from './Numbers.tsx'
import { SprintPanel } from './SprintPanel.tsx'
import classes from './TasksView.module.css'
import { Week } from './Week.tsx'
import { zeroStats } from './zero-stats.ts'

const TaskFilterModal = late(async () => (await import('./TaskFilterModal.tsx')).TaskFilterModal)

/** 'Controle de Tarefas': what is with me, what is urgent, how the week goes, what others did. */
export function TasksView({ onCreate }: { onCreate: () => void }) {
  const { data, isError, isFetching, error, refetch } = useQuery(statsQuery)
  const [filtered, setFiltered] = useState<TaskStatus | null>(null)
  // Numbers that did not come are shown as zero, with a word about it: the rest of the page is still of use.
  const stats = data ?? (isError ? zeroStats() : undefined)
  return (
    <>
      <header className={classes.head}>
        <div>
          <h1>{greeting(readUserData()?.name ?? '', new Date().getHours())}</h1>
          {(data || !isError) && <p>{data ? daySentence(data.userTasks) : <Skeleton width="min(16.25rem, 60vw)" />}</p>}
        </div>
        <div className={classes.actions}>
          <LinkButton to="/" leftSection={<IconCards aria-hidden />}>
            {t('dashboard:openRoom')}
          </LinkButton>
          <CreateBoardButton filled onCreate={onCreate} />
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
      <div className={classes.grid}>
        <div>
          <Numbers tasks={stats?.userTasks} onFilter={setFiltered} />
          <ForNow />
          <BoardStrip onCreate={onCreate} />
        </div>
        <div>
          {stats?.sprintProgress && <SprintPanel sprint={stats.sprintProgress} />}
          <Week days={stats?.weeklyProgress} />
          <Feed activity={stats?.recentActivity} />
        </div>
      </div>
      {filtered && <TaskFilterModal status={filtered} onClose={() => setFiltered(null)} />}
    </>
  )
}
