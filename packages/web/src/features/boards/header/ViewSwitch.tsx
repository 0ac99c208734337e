import { useSearch } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import { boardViews, viewOf, viewWord } from '../../../ui/board/view-address.ts'
import { Segment, Segments } from '../../../ui/fields/Segments.tsx'
import { changeBoardLook } from '../session/board-look.ts'
import { useSession } from '../session/board-session.ts'
import { useBoardView } from '../session/use-board-view.ts'
import classes from './ViewSwitch.module.css'

/** The ways to look at the board, as links; on phones a choice with the name of the one that is shown. */
export function ViewSwitch() {
  const { boardId } = useSession()
  const search = useSearch({ from: '/board/$boardId' })
  const { view, setView } = useBoardView()
  return (
    <>
      <div className={classes.wide}>
        <Segments label={t('boards:views.label')}>
          {boardViews.map((each) => (
            <Segment
              key={each}
              to="/board/$boardId"
              params={{ boardId: String(boardId) }}
              search={{ ...search, card: undefined, visao: viewWord(each) }}
              current={each === view}
              onClick={() => changeBoardLook(boardId, { view: each })}
            >
              {t(`boards:views.${each}`)}
            </Segment>
          ))}
        </Segments>
      </div>
      <select
        className={classes.narrow}
        aria-label={t('boards:views.label')}
        value={viewWord(view)}
        onChange={(event) => setView(viewOf(event.currentTarget.value) ?? 'kanban')}
      >
        {boardViews.map((each) => (
          <option key={each} value={viewWord(each)}>
            {t(`boards:views.${each}`)}
          </option>
        ))}
      </select>
    </>
  )
}
