import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../../../i18n/index.ts'
import { today } from '../../../../lib/dates/days.ts'
import { KanbanProvider } from '../../../../ui/kanban/KanbanFrame.tsx'
import { useBoardPart } from '../../session/board-session.ts'
import { useBoardUi } from '../../session/board-ui.ts'
import tools from '../calendar/Calendar.module.css'
import { useSchedule } from '../use-schedule.ts'
import type { ViewProps } from '../view-props.ts'
import { reachOf, timelineRows } from './layout.ts'
import { timelineColumn } from './look.ts'
import { TimelineGrid } from './TimelineGrid.tsx'
import { TimelinePhone } from './TimelinePhone.tsx'

const phone = '(max-width: 47.5em)'

/** The cards of a board as bars from their start to their end, one below the other, with lines where one waits for another. */
export function TimelineView({ columns: lists, title, props, tools: place }: ViewProps) {
  const { kanban } = useBoardUi()
  const cards = useBoardPart((now) => now.cards, null)
  const schedule = useSchedule()
  const { por } = useSearch({ from: '/board/$boardId' })
  const navigate = useNavigate({ from: '/board/$boardId' })
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false })
  const showToday = useRef<() => void>(() => {})
  const now = today()
  const scale = por === 'mes' ? 'months' : 'weeks'

  const { rows, undated } = useMemo(
    () => (cards ? timelineRows(cards, lists, schedule) : { rows: [], undated: [] }),
    [cards, lists, schedule],
  )
  const reach = useMemo(() => reachOf(rows, now), [rows, now])
  const column = useMemo(
    () => [{ id: timelineColumn, name: t('boards:views.timeline'), itemIds: rows.flatMap((row) => (row.kind === 'card' ? [row.id] : [])) }],
    [rows],
  )
  if (!cards) return null
  const shared = { rows, undated, schedule, now, label: t('views:timeline.label', { board: title }) }
  return (
    <KanbanProvider controller={kanban} columns={column} props={props}>
      {isPhone ? (
        <TimelinePhone {...shared} />
      ) : (
        <TimelineGrid {...shared} cards={cards} reach={reach} scale={scale} showToday={showToday} />
      )}
      {place &&
        !isPhone &&
        createPortal(
          <div className={tools.tools}>
            <Button size="compact-md" variant="subtle" onClick={() => showToday.current()}>
              {t('date.today')}
            </Button>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
            <div role="group" aria-label={t('views:timeline.scale')} className={tools.scales}>
              {(['weeks', 'months'] as const).map((each) => (
                <button
                  key={each}
                  type="button"
                  aria-pressed={each === scale}
                  onClick={() =>
                    void navigate({ search: (before) => ({ ...before, por: each === 'months' ? 'mes' : undefined }), replace: true })
                  }
                >
                  {t(`views:timeline.${each}`)}
                </button>
              ))}
            </div>
          </div>,
          place,
        )}
    </KanbanProvider>
  )
}
