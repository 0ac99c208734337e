import { Menu } from '@mantine/core'
import { workStatuses } from '@rodada/contract/boards/settings'
import type { WorkStatus } from '@rodada/contract/core/fields'
import { IconArrowLeft, IconArrowRight, IconDots, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../page/IconButton.tsx'
import menu from '../page/menu.module.css'
import classes from './ColumnMenu.module.css'

type Props = {
  /** Names the button: whose menu it is. */
  label: string
  rename: string
  onRename: () => void
  /** Where the column stands among how many, and what puts it elsewhere. */
  index: number
  count: number
  onMove: (index: number) => void
  /** What the items that come here become, how that is said, and what it means. */
  status: WorkStatus
  statusLabel: string
  statusHint: string
  onStatus: (status: WorkStatus) => void
  /** What ends the column. */
  children: ReactNode
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** What one does with a column of any kanban: rename, move, the status of what comes here, and an end of its own. */
export function ColumnMenu({ index, count, onMove, status, onStatus, ...props }: Props) {
  const choose = (value: string) => {
    const chosen = workStatuses.find((known) => known === value)
    if (chosen && chosen !== status) onStatus(chosen)
  }
  return (
    <Menu position="bottom-end" width={250} offset={4} withInitialFocusPlaceholder={false} classNames={{ dropdown: menu.dropdown }}>
      <Menu.Target>
        <IconButton label={props.label} className={classes.menu}>
          <IconDots {...icon} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {/* After the menu has given the focus back to its button. */}
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setTimeout(props.onRename)}>
          {props.rename}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowLeft {...icon} />} disabled={index <= 0} onClick={() => onMove(index - 1)}>
          {t('kanban:column.left')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowRight {...icon} />} disabled={index >= count - 1} onClick={() => onMove(index + 1)}>
          {t('kanban:column.right')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label title={props.statusHint}>{props.statusLabel}</Menu.Label>
        <Menu.RadioGroup value={status} onChange={choose}>
          {workStatuses.map((known) => (
            <Menu.RadioItem key={known} value={known}>
              {t(`status.${known}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        {props.children}
      </Menu.Dropdown>
    </Menu>
  )
}
