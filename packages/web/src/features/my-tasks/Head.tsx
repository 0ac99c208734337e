import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { Segment, Segments } from '../../ui/fields/Segments.tsx'
import { PageHead } from '../../ui/page/PageHead.tsx'
import { nothing } from './period.ts'

/** The head of both tabs; `open` is how much is open. */
export const Head = ({ lead, tab, open }: { lead: ReactNode; tab: 'open' | 'history'; open: number | undefined }) => (
  <PageHead title={t('myTasks:title')} lead={lead}>
    <Segments label={t('myTasks:places.label')}>
      <Segment to="/my-tasks" search={nothing} current={tab === 'open'} count={open}>
        {t('myTasks:places.open')}
      </Segment>
      <Segment to="/my-tasks" search={{ ...nothing, ver: 'historico' }} current={tab === 'history'}>
        {t('myTasks:places.history')}
      </Segment>
    </Segments>
  </PageHead>
)
