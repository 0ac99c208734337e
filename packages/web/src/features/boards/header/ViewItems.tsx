import { Menu } from '@mantine/core'
import { t } from '../../../i18n/index.ts'
import { changeBoardLook, laneKinds, useBoardLook } from '../session/board-look.ts'
import { useSession } from '../session/board-session.ts'

/** How one looks at a board, as items of a menu. */
export function ViewItems() {
  const { boardId } = useSession()
  const { dense, lanes, lists } = useBoardLook(boardId)
  return (
    <>
      <Menu.Label>{t('looks:cards')}</Menu.Label>
      <Menu.RadioGroup value={dense ? 'dense' : 'whole'} onChange={(value) => changeBoardLook(boardId, { dense: value === 'dense' })}>
        <Menu.RadioItem value="whole" closeMenuOnClick>
          {t('looks:whole')}
        </Menu.RadioItem>
        <Menu.RadioItem value="dense" closeMenuOnClick>
          {t('looks:dense')}
        </Menu.RadioItem>
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Label>{t('looks:lanes')}</Menu.Label>
      <Menu.RadioGroup
        value={lanes ?? 'none'}
        onChange={(value) => changeBoardLook(boardId, { lanes: laneKinds.find((kind) => kind === value) ?? null })}
      >
        {(['none', ...laneKinds] as const).map((kind) => (
          <Menu.RadioItem key={kind} value={kind} closeMenuOnClick>
            {t(`looks:by.${kind}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      {lists.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => changeBoardLook(boardId, { lists: [] })}>{t('looks:openLists', { count: lists.length })}</Menu.Item>
        </>
      )}
    </>
  )
}
