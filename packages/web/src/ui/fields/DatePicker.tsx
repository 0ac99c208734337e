import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { addDays, type Day, today } from '../../lib/dates/days.ts'
import { format } from '../../lib/dates/format.ts'
import { addMonths, monthGrid, weekOf } from '../../lib/dates/months.ts'
import { AnchoredDialog } from '../dialog/AnchoredDialog.tsx'
import { IconButton } from '../page/IconButton.tsx'
import classes from './DatePicker.module.css'

type Props = {
  label: string
  anchor: Element | null
  value: Day | null
  min: Day
  max: Day
  sprintEnd: Day | null
  onPick: (day: Day | '') => void
  onClose: () => void
}

/** Over a dialog of Mantine, which listens before anybody else, Escape is to close this one only. */
const ownEscape = { 'data-mantine-stop-propagation': 'true' }

/** A month to choose a day from, beside its field; on phones a sheet. The keys are those of the ARIA date picker. */
export function DatePicker({ label, anchor, value, min, max, sprintEnd, onPick, onClose }: Props) {
  const now = today()
  const within = (day: Day): Day => (day < min ? min : day > max ? max : day)
  const [day, setDay] = useState(() => within(value ?? now))
  // The focus follows the keys, not the buttons of the months.
  const [follows, setFollows] = useState(true)
  const grid = useRef<HTMLTableElement>(null)
  const id = useId()
  useEffect(() => {
    if (follows) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }, [day, follows])

  const go = (next: Day, focus: boolean) => {
    setFollows(focus)
    setDay(within(next))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const week = weekOf(day)
    const months = event.shiftKey ? 12 : 1
    const moves: Record<string, () => Day | undefined> = {
      ArrowLeft: () => addDays(day, -1),
      ArrowRight: () => addDays(day, 1),
      ArrowUp: () => addDays(day, -7),
      ArrowDown: () => addDays(day, 7),
      Home: () => week[0],
      End: () => week[6],
      PageUp: () => addMonths(day, -months),
      PageDown: () => addMonths(day, months),
    }
    const next = moves[event.key]?.()
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(next, true)
  }
  const { first, last, weeks } = monthGrid(day)
  const choices = [
    { day: now, text: t('date.today') },
    { day: addDays(now, 1), text: t('date.tomorrow') },
    ...(sprintEnd ? [{ day: sprintEnd, text: t('date.sprintEnd') }] : []),
  ].filter((choice) => choice.day === within(choice.day))
  return (
    // Its keys reach neither the window nor the board behind it; Escape is the dialog's own.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps keys from going further
    <div className={classes.keys} onKeyDown={(event) => event.stopPropagation()}>
      <AnchoredDialog label={t('date.calendar', { label })} anchor={anchor} below onClose={onClose}>
        <div className={classes.head}>
          <IconButton {...ownEscape} label={t('date.previousMonth')} disabled={first <= min} onClick={() => go(addMonths(day, -1), false)}>
            <IconChevronLeft size={18} stroke={1.75} aria-hidden />
          </IconButton>
          <h2 id={`${id}-month`} aria-live="polite">
            {format.monthYear(day)}
          </h2>
          <IconButton {...ownEscape} label={t('date.nextMonth')} disabled={last >= max} onClick={() => go(addMonths(day, 1), false)}>
            <IconChevronRight size={18} stroke={1.75} aria-hidden />
          </IconButton>
        </div>
        <table
          ref={grid}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that arrow keys move in is a grid, which readers pass the keys to
          role="grid"
          className={classes.grid}
          aria-labelledby={`${id}-month`}
          aria-describedby={`${id}-keys`}
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr>
              {weekOf(day).map((each) => (
                <th key={each} scope="col" abbr={format.longWeekday(each)}>
                  {format.weekday(each)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((days) => (
              <tr key={days[0]}>
                {days.map((each) => (
                  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid this is a gridcell, which may be selected
                  <td key={each} aria-selected={each === value}>
                    {each >= first && each <= last && (
                      <button
                        type="button"
                        {...ownEscape}
                        data-day={each}
                        tabIndex={each === day ? 0 : -1}
                        aria-label={format.fullDay(each)}
                        aria-current={each === now ? 'date' : undefined}
                        disabled={each !== within(each)}
                        onClick={() => onPick(each)}
                      >
                        {Number(each.slice(8))}
                      </button>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p id={`${id}-keys`} className="sr-only">
          {t('date.keys')}
        </p>
        <div className={classes.choices}>
          {choices.map((choice) => (
            <Button key={choice.text} size="sm" {...ownEscape} onClick={() => onPick(choice.day)}>
              {choice.text}
            </Button>
          ))}
          {value && (
            <Button size="sm" variant="subtle" {...ownEscape} onClick={() => onPick('')}>
              {t('date.clear')}
            </Button>
          )}
        </div>
      </AnchoredDialog>
    </div>
  )
}
