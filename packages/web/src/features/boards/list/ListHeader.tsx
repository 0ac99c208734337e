import { limits } from '@rodada/contract/core/limits'
import { t } from '../../../i18n/index.ts'
import type { Edit } from '../../../lib/text/stale-text.ts'
import { ColumnMenu } from '../../../ui/kanban/ColumnMenu.tsx'
import { ColumnTitle } from '../../../ui/kanban/ColumnTitle.tsx'
import { lazyPop } from '../../../ui/page/PopButton.tsx'
import { FieldSums } from '../fields/FieldSums.tsx'
import { useBoardPart, useSession } from '../session/board-session.ts'
import { cardIdsOf } from '../session/board-state.ts'
import { useBoardUi } from '../session/board-ui.ts'

const listMenu = lazyPop(async () => (await import('./ListMenuList.tsx')).ListMenuList)

/** The head of a list: its title, how many cards it holds, and what can be done with it. */
export function ListHeader({ listId, shown }: { listId: number; shown: number }) {
  const list = useBoardPart(({ lists }) => lists.find(({ id }) => id === listId), undefined)
  const count = useBoardPart((board) => cardIdsOf(board, listId).length, 0)
  const mayWrite = useBoardPart(({ frame }) => frame.can.write, false)
  const { actions } = useSession()
  const { open, renaming, setRenaming } = useBoardUi()
  if (!list) return null
  const rename = async (edit: Edit) => {
    const saved = await actions.renameList(listId, edit)
    if (typeof saved === 'object') open({ kind: 'listClash', listId, edit, clash: saved })
  }
  return (
    <>
      <ColumnTitle
        columnId={listId}
        name={list.title}
        version={list.version}
        label={t('boards:list.title')}
        max={limits.listTitle}
        count={count}
        shown={shown}
        limit={list.wip_limit}
        canRename={mayWrite}
        renaming={renaming === listId}
        onRenaming={(on) => setRenaming(on ? listId : null)}
        onRename={(edit) => void rename(edit)}
      />
      <FieldSums listId={listId} />
      {mayWrite && (
        <ColumnMenu
          label={t('boards:list.actions', { list: list.title })}
          fetch={listMenu.fetch}
          content={(at) => <listMenu.Pop at={at} list={list} />}
        />
      )}
    </>
  )
}
