import { Menu } from '@mantine/core'
import { workStatuses } from '@rodada/contract/boards/settings'
import type { WorkStatus } from '@rodada/contract/core/fields'
import { IconArrowLeft, IconArrowRight, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { MenuList } from '../page/MenuList.tsx'
import type { PopPlace } from '../page/PopButton.tsx'

type Props = {
  at: PopPlace
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
export function ColumnMenuList({ at, index, count, onMove, status, onStatus, ...props }: Props) {
  const choose = (value: string) => {
    const chosen = workStatuses.find((known) => known === value)
    if (chosen && chosen !== status) onStatus(chosen)
  }
  return (
    <MenuList at={at} width={250} offset={4}>
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
          <Menu.RadioItem key={known} value={known} closeMenuOnClick>
            {t(`status.${known}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      {props.children}
    </MenuList>
  )
}
