import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { t } from '../../../../i18n/index.ts'
import { MenuList } from '../../../../ui/page/MenuList.tsx'
import type { PopPlace } from '../../../../ui/page/PopButton.tsx'
import { changeBoardLook, tableGroups, useBoardLook } from '../../session/board-look.ts'
import { useSession } from '../../session/board-session.ts'
import { isColumnShown, isFixed, nextSort, type TableColumn, type TableSort, toggledColumn } from './columns.ts'

type Props = { at: PopPlace; columns: readonly TableColumn[]; sort: TableSort | null; isPhone: boolean }

/** Which columns the table shows and what its rows are grouped by; on phones, whose list has no heads, also what it is sorted by. */
export function TableMenu({ at, columns, sort, isPhone }: Props) {
  const { boardId } = useSession()
  const look = useBoardLook(boardId)
  const navigate = useNavigate({ from: '/board/$boardId' })
  return (
    <MenuList at={at} width={240}>
      <Menu.Label>{t('views:table.groups')}</Menu.Label>
      <Menu.RadioGroup
        value={look.group}
        onChange={(value) => changeBoardLook(boardId, { group: tableGroups.find((each) => each === value) ?? 'none' })}
      >
        {tableGroups.map((each) => (
          <Menu.RadioItem key={each} value={each} closeMenuOnClick>
            {t(`views:table.by.${each}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      {isPhone ? (
        <>
          <Menu.Label>{t('views:table.sort')}</Menu.Label>
          {columns.map((column) => (
            <Menu.Item
              key={column.id}
              rightSection={sort?.column.id === column.id ? (sort.descending ? '↓' : '↑') : null}
              onClick={() => void navigate({ search: (before) => ({ ...before, ordem: nextSort(sort, column) }) })}
            >
              {column.name}
            </Menu.Item>
          ))}
        </>
      ) : (
        <>
          <Menu.Label>{t('views:table.columns')}</Menu.Label>
          {columns
            .filter((column) => !isFixed(column))
            .map((column) => (
              <Menu.CheckboxItem
                key={column.id}
                checked={isColumnShown(column, look)}
                closeMenuOnClick={false}
                onChange={() => changeBoardLook(boardId, toggledColumn(column, look))}
              >
                {column.name}
              </Menu.CheckboxItem>
            ))}
        </>
      )}
    </MenuList>
  )
}
