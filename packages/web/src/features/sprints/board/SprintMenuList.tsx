import { Menu } from '@mantine/core'
import { IconEdit, IconFlag, IconLayoutKanban, IconListNumbers, IconPlus } from '@tabler/icons-react'
import { t } from '../../../i18n/index.ts'
import type { Sprint } from '../../../lib/call/sprint-words.ts'
import { MenuLink } from '../../../ui/page/MenuLink.tsx'
import { MenuList } from '../../../ui/page/MenuList.tsx'
import type { PopPlace } from '../../../ui/page/PopButton.tsx'
import classes from './SprintBoardHeader.module.css'
import { useSprintUi } from './sprint-ui.ts'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** What one does with a sprint from its board. */
export function SprintMenuList({ at, sprint, mayWrite }: { at: PopPlace; sprint: Sprint; mayWrite: boolean }) {
  const { open } = useSprintUi()
  return (
    <MenuList at={at} width={230} offset={4}>
      {mayWrite && (
        <Menu.Item
          className={classes.narrow}
          leftSection={<IconPlus {...icon} />}
          onClick={() => setTimeout(() => open({ kind: 'newTask', columnId: null }))}
        >
          {t('sprints:board.newTask')}
        </Menu.Item>
      )}
      <Menu.Item component={MenuLink} to={`/board/${sprint.board_id}/backlog`} leftSection={<IconListNumbers {...icon} />}>
        {t('sprints:board.backlog')}
      </Menu.Item>
      <Menu.Item component={MenuLink} to={`/board/${sprint.board_id}`} leftSection={<IconLayoutKanban {...icon} />}>
        {t('sprints:board.openBoard', { board: sprint.board_name })}
      </Menu.Item>
      {mayWrite && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconEdit {...icon} />} onClick={() => setTimeout(() => open({ kind: 'edit' }))}>
            {t('sprints:board.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFlag {...icon} />} onClick={() => setTimeout(() => open({ kind: 'end' }))}>
            {t('sprints:board.end')}
          </Menu.Item>
        </>
      )}
    </MenuList>
  )
}
