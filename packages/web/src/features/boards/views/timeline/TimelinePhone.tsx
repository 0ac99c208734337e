import { IconChevronLeft, IconChevronRight, IconChevronRight as IconMore } from '@tabler/icons-react'
import { type CSSProperties, memo, useMemo, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { addDays, type Day, daysBetween } from '../../../../lib/dates/days.ts'
import { format } from '../../../../lib/dates/format.ts'
import { weekOf } from '../../../../lib/dates/months.ts'
import { IconButton } from '../../../../ui/page/IconButton.tsx'
import { useBoardPart } from '../../session/board-session.ts'
import { CardsDialog } from '../CardsDialog.tsx'
import { PhoneRow, PhoneRows } from '../PhoneRows.tsx'
import type { Schedule } from '../use-schedule.ts'
import { placed, type Span, type TimelineRow } from './layout.ts'
import { lookOf, timelineColumn } from './look.ts'
import classes from './TimelinePhone.module.css'

type Props = { rows: readonly TimelineRow[]; undated: readonly number[]; schedule: Schedule; now: Day; label: string }

const weeks = 4

/** The timeline on a phone: four weeks, and under the title of each card where its bar stands in them. */
export function TimelinePhone({ rows, undated, schedule, now, label }: Props) {
  const [first, setFirst] = useState(() => weekOf(addDays(now, -7))[0] ?? now)
  const [opened, setOpened] = useState<Element | null>(null)
  const reach = useMemo(() => ({ start: first, end: addDays(first, weeks * 7 - 1) }), [first])
  const waitsFor = useMemo(() => new Map(schedule.blocks.map(({ card_id, blocked_id }) => [blocked_id, card_id])), [schedule.blocks])
  return (
    <div className={classes.around} style={{ '--now': `${((daysBetween(first, now) + 0.5) / (weeks * 7)) * 100}%` } as CSSProperties}>
      <div className={classes.weeks}>
        <IconButton label={t('views:timeline.earlier')} onClick={() => setFirst(addDays(first, -7))}>
          <IconChevronLeft size={18} stroke={1.75} aria-hidden />
        </IconButton>
        <p aria-live="polite">{t('views:calendar.week', { from: format.day(reach.start), to: format.day(reach.end) })}</p>
        <IconButton label={t('views:timeline.further')} onClick={() => setFirst(addDays(first, 7))}>
          <IconChevronRight size={18} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      <PhoneRows rows={rows} columnId={timelineColumn} label={label} none={t('views:timeline.none')}>
        {(each, top) =>
          each.kind === 'group' ? (
            <li key={each.key} className={classes.group} style={{ top }}>
              <h3>{each.name}</h3>
            </li>
          ) : (
            <CardRow
              key={each.key}
              cardId={each.id}
              span={each.span}
              top={top}
              reach={reach}
              hasToday={now >= reach.start && now <= reach.end}
              waitsFor={waitsFor.get(each.id)}
            />
          )
        }
      </PhoneRows>
      {undated.length > 0 && (
        <button type="button" className={classes.undated} onClick={({ currentTarget }) => setOpened(currentTarget)}>
          {t('views:timeline.undated', { count: undated.length })}
          <IconMore size={16} stroke={1.75} aria-hidden />
        </button>
      )}
      {opened && <CardsDialog title={t('views:timeline.undatedTitle')} anchor={opened} ids={undated} onClose={() => setOpened(null)} />}
    </div>
  )
}

type RowProps = { cardId: number; span: Span; top: number; reach: Span; hasToday: boolean; waitsFor: number | undefined }

const CardRow = memo(function CardRow({ cardId, span, top, reach, hasToday, waitsFor }: RowProps) {
  const card = useBoardPart(({ cards }) => cards.get(cardId), undefined)
  const waited = useBoardPart(({ cards }) => (waitsFor === undefined ? undefined : cards.get(waitsFor)?.key), undefined)
  if (!card) return null
  const total = daysBetween(reach.start, reach.end) + 1
  const isSeen = span.end >= reach.start && span.start <= reach.end
  const at = placed(span, reach)
  return (
    <PhoneRow card={card} columnId={timelineColumn} top={top} className={classes.card}>
      <b>{card.title}</b>
      <span className={classes.track} aria-hidden="true">
        {isSeen && (
          <i
            data-look={lookOf(card.status, card.due_date)}
            style={{ left: `${(at.from / total) * 100}%`, width: `${(at.days / total) * 100}%` }}
          />
        )}
        {hasToday && <s />}
      </span>
      <span className={classes.facts}>
        <span>
          {card.key} {waited && <strong>{t('views:timeline.waits', { key: waited })}</strong>}
        </span>
        <span>
          {span.start === span.end
            ? format.day(span.end)
            : t('views:timeline.short', { from: format.day(span.start), to: format.day(span.end) })}
        </span>
      </span>
    </PhoneRow>
  )
})
