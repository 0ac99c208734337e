import { Button, Menu } from '@mantine/core'
import { snoozeDays } from '@rodada/contract/notifications/settings'
import { IconClockPause } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { addDays, today } from '../../lib/dates/days.ts'
import { format } from '../../lib/dates/format.ts'
import { instantAt } from '../../lib/dates/instant-at.ts'
import { DatePicker } from '../../ui/fields/DatePicker.tsx'
import menu from '../../ui/page/menu.module.css'
import classes from './Inbox.module.css'
import { morning, snoozeTimes } from './snooze-times.ts'

type Props = { opened: boolean; onChange: (opened: boolean) => void; onPick: (until: string) => void }

/** When the notification comes back: later today, tomorrow, on Monday, or in the morning of a day. */
export function SnoozeMenu({ opened, onChange, onPick }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [picking, setPicking] = useState(false)
  const first = addDays(today(), 1)
  return (
    <>
      <Menu opened={opened} onChange={onChange} position="bottom-end" width={270} offset={6} classNames={{ dropdown: menu.dropdown }}>
        <Menu.Target>
          <Button
            ref={button}
            size="sm"
            variant="subtle"
            leftSection={<IconClockPause size={18} stroke={1.75} aria-hidden />}
            aria-keyshortcuts="H"
          >
            {t('notifications:snooze.label')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('notifications:snooze.title')}</Menu.Label>
          {opened &&
            snoozeTimes().map(({ name, at }) => (
              <Menu.Item
                key={name}
                rightSection={<span className={classes.at}>{`${format.shortDate(at)}, ${format.time(at)}`}</span>}
                onClick={() => onPick(at)}
              >
                {t(`notifications:snooze.${name}`)}
              </Menu.Item>
            ))}
          <Menu.Item onClick={() => setPicking(true)}>{t('notifications:snooze.pick')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {picking && (
        <DatePicker
          label={t('notifications:snooze.pick')}
          anchor={button.current}
          value={null}
          min={first}
          max={addDays(today(), snoozeDays - 1)}
          sprintEnd={null}
          onPick={(day) => {
            setPicking(false)
            if (day !== '') onPick(instantAt(day, morning))
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}
