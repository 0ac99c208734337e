import { limits } from '@rodada/contract/core/limits'
import { t } from '../../../i18n/index.ts'
import type { Edit } from '../../../lib/text/stale-text.ts'
import { cardIdsOf } from '../../../ui/cards/live-state.ts'
import { ColumnMenu } from '../../../ui/kanban/ColumnMenu.tsx'
import { ColumnTitle } from '../../../ui/kanban/ColumnTitle.tsx'
import { lazyPop } from '../../../ui/page/PopButton.tsx'
import { useSession, useSprintPart } from '../session/sprint-session.ts'
import { useSprintUi } from './sprint-ui.ts'

const columnMenu = lazyPop(async () => (await import('./ColumnHeadMenuList.tsx')).ColumnHeadMenuList)

/** The head of a column: its name, how many tasks it holds, and what can be done with it. */
export function ColumnHeader({ columnId, shown }: { columnId: number; shown: number }) {
  const column = useSprintPart(({ lists }) => lists.find(({ id }) => id === columnId), undefined)
  const count = useSprintPart((board) => cardIdsOf(board, columnId).length, 0)
  const mayWrite = useSprintPart(({ frame }) => frame.sprint.can.write && frame.sprint.status !== 'ended', false)
  const { actions } = useSession()
  const { open, renaming, setRenaming } = useSprintUi()
  if (!column) return null
  const rename = async (edit: Edit) => {
    const saved = await actions.renameList(columnId, edit)
    if (typeof saved === 'object') open({ kind: 'columnClash', columnId, edit, clash: saved })
  }
  return (
    <>
      <ColumnTitle
        columnId={columnId}
        name={column.name}
        version={column.version}
        label={t('sprints:column.title')}
        max={limits.columnName}
        count={count}
        shown={shown}
        canRename={mayWrite}
        renaming={renaming === columnId}
        onRenaming={(on) => setRenaming(on ? columnId : null)}
        onRename={(edit) => void rename(edit)}
      />
      {mayWrite && (
        <ColumnMenu
          label={t('sprints:column.actions', { column: column.name })}
          fetch={columnMenu.fetch}
          content={(at) => <columnMenu.Pop at={at} column={column} />}
        />
      )}
    </>
  )
}
