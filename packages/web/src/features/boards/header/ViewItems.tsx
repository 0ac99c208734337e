import { Menu } from '@mantine/core'
import { t } from '../../../i18n/index.ts'
import { changeBoardLook, useBoardLook } from '../session/board-look.ts'
import { useSession } from '../session/board-session.ts'

/** How one looks at a board, as items of a menu. */
export function ViewItems() {
  const { boardId } = useSession()
  const { dense, lists } = useBoardLook(boardId)
  return (
    <>
      <Menu.Label>{t('looks:cards')}</Menu.Label>
      <Menu.RadioGroup value={dense ? 'dense' : 'whole'} onChange={(value) => changeBoardLook(boardId, { dense: value === 'dense' })}>
        <Menu.RadioItem value="whole">{t('looks:whole')}</Menu.RadioItem>
        <Menu.RadioItem value="dense">{t('looks:dense')}</Menu.RadioItem>
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
