import { t } from '../../../i18n/index.ts'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'
import { useBoardUi } from '../session/board-ui.ts'
import classes from './BoardHeader.module.css'

/** The words that the board's cards are looked for by. In the head, and on phones among the filters. */
export function BoardSearch() {
  const { filter, setFilter } = useBoardUi()
  return (
    <SearchBox
      label={t('boards:search.label')}
      value={filter.text}
      onSearch={(text) => setFilter({ ...filter, text })}
      className={classes.search}
    />
  )
}
