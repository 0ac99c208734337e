import { limits } from '@rodada/contract/core/limits'
import { t } from '../../../i18n/index.ts'
import { ColumnComposer } from '../../../ui/kanban/ColumnComposer.tsx'
import { useBoardPart, useSession } from '../session/board-session.ts'

/** Behind the last list, where new ones get their name. */
export function ListComposer() {
  const { actions } = useSession()
  const isFirst = useBoardPart(({ lists }) => lists.length === 0, false)
  const texts = {
    add: t('boards:list.add'),
    addFirst: t('boards:list.addFirst'),
    placeholder: t('boards:list.addPlaceholder'),
    label: t('boards:list.title'),
    submit: t('boards:list.addSubmit'),
    created: (list: string) => t('boards:announce.listCreated', { list }),
  }
  return <ColumnComposer texts={texts} isFirst={isFirst} max={limits.listTitle} onAdd={actions.addList} />
}
