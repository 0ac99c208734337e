import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { ConfidenceMark } from '../../../ui/marks/ConfidenceMark.tsx'
import { Figures } from '../../../ui/page/Figures.tsx'
import { MoreButton } from '../../../ui/page/MoreButton.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import classes from './Record.module.css'
import { StoryRow } from './StoryRow.tsx'
import { numbersOf } from './stories.ts'
import type { ShownRecord, useRecord } from './use-record.ts'

type Props = {
  shown: ShownRecord
  query: ReturnType<typeof useRecord>['query']
  /** Whether cards may be gone to from here. */
  linked: boolean
}

const minuteMs = 60_000

/** The figures of a record and its stories, day by day. */
export function RecordBody({ shown: { days }, query, linked }: Props) {
  if (days.length === 0) return <EmptyState art="tasks" level={2} title={t('record:empty.title')} text={t('record:empty.text')} />
  const { stories, estimated, points, agreedAtFirst, medianMs } = numbersOf(days.flatMap((day) => day.stories))
  const of = t('record:figures.of', { count: stories })
  const minutes = medianMs === null ? null : Math.max(1, Math.round(medianMs / minuteMs))
  return (
    <>
      <Figures
        label={t('record:figures.label')}
        figures={[
          { key: 'estimated', label: t('record:figures.estimated'), value: format.integer(estimated), unit: of },
          { key: 'points', label: t('record:figures.points'), value: format.number(points) },
          { key: 'agreed', label: t('record:figures.agreed'), value: format.integer(agreedAtFirst), unit: of },
          {
            key: 'time',
            label: t('record:figures.time'),
            value: minutes === null ? <span className={classes.noFigure}>{t('record:figures.noTime')}</span> : format.integer(minutes),
            unit: minutes === null ? undefined : t('record:figures.median'),
          },
        ]}
      />
      {query.hasNextPage && <p className={classes.part}>{t('record:figures.part')}</p>}
      {days.map(({ day, stories: ofDay }) => (
        <section key={day} aria-labelledby={days.length > 1 ? `day-${day}` : undefined}>
          {days.length > 1 && (
            <h2 id={`day-${day}`} className={classes.day}>
              {format.longDay(day)}
            </h2>
          )}
          <ol className={classes.stories}>
            {ofDay.map((story) => (
              <StoryRow key={story.key} story={story} linked={linked} />
            ))}
          </ol>
        </section>
      ))}
      <MoreButton query={query} label={t('record:earlier')} />
      <div className={classes.foot}>
        <p>{t('record:who')}</p>
        <p className={classes.marks}>
          {(['sure', 'unsure'] as const).map((confidence) => (
            <span key={confidence}>
              <ConfidenceMark confidence={confidence} /> {t(`record:${confidence}`)}
            </span>
          ))}
        </p>
      </div>
    </>
  )
}
