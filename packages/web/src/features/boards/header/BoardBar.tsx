import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { t } from '../../../i18n/index.ts'
import { FilterBar } from '../../../ui/filters/FilterBar.tsx'
import { lazyPop, PopButton } from '../../../ui/page/PopButton.tsx'
import type { BoardState } from '../session/board-state.ts'
import { useBoardUi } from '../session/board-ui.ts'
import { useBoardView } from '../session/use-board-view.ts'
import classes from './BoardHeader.module.css'
import { BoardSearch } from './BoardSearch.tsx'
import { ViewSwitch } from './ViewSwitch.tsx'

const viewMenu = lazyPop(async () => (await import('./ViewMenuList.tsx')).ViewMenuList, ['looks'])

type Props = {
  board: BoardState
  /** Told where a view puts what it is set with. */
  onTools: (place: HTMLElement | null) => void
}

/** The line under the head of the board: which cards are shown, and how. */
export function BoardBar({ board, onTools }: Props) {
  const ui = useBoardUi()
  const { view } = useBoardView()
  return (
    <FilterBar
      board={board.frame}
      cards={board.cards}
      inUse={ui}
      search={<BoardSearch />}
      opened={ui.filterOpen}
      onOpen={ui.setFilterOpen}
      crowded={view === 'calendar'}
      end={
        view === 'kanban' ? (
          <PopButton fetch={viewMenu.fetch} content={(at) => <viewMenu.Pop at={at} />}>
            <Button className={classes.view} leftSection={<IconAdjustmentsHorizontal aria-hidden />}>
              {t('boards:view')}
            </Button>
          </PopButton>
        ) : (
          <div className={classes.tools} ref={onTools} />
        )
      }
    >
      <ViewSwitch />
    </FilterBar>
  )
}
