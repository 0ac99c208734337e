import { Button } from '@mantine/core'
import { IconDots, IconEye, IconLock, IconTemplate, IconUsers, IconWorld } from '@tabler/icons-react'
import { use } from 'react'
import { t } from '../../../i18n/index.ts'
import { BoardTabs } from '../../../ui/board/BoardTabs.tsx'
import { Swatch } from '../../../ui/fields/Swatch.tsx'
import { Faces } from '../../../ui/kanban/Faces.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useFrameTools } from '../../../ui/page/frame-tools.ts'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { lazyPop, PopButton } from '../../../ui/page/PopButton.tsx'
import { useSession, useSnapshot } from '../session/board-session.ts'
import type { BoardFrame } from '../session/board-state.ts'
import { useBoardUi } from '../session/board-ui.ts'
import { NewsContext } from '../session/news-context.ts'
import classes from './BoardHeader.module.css'
import { BoardSearch } from './BoardSearch.tsx'

const NewsButton = lazyPart(async () => (await import('./NewsButton.tsx')).NewsButton, { otherwise: () => null })

const boardMenu = lazyPop(async () => (await import('./BoardMenuList.tsx')).BoardMenuList, ['looks'])

/** The head of the board: which one it is, who is here, and where to find a card or a setting. */
export function BoardHeader({ frame }: { frame: BoardFrame }) {
  const { open } = useBoardUi()
  const { boardId } = useSession()
  const visibility = t(frame.is_public ? 'boards:public' : 'boards:private')
  const Visibility = frame.is_public ? IconWorld : IconLock
  return (
    <header className={classes.header}>
      <Swatch color={frame.color} />
      <h1 className={classes.title} title={frame.description || undefined}>
        {frame.title}
      </h1>
      <span className={classes.visibility} title={visibility}>
        <Visibility size={16} stroke={1.75} aria-hidden />
        <span className="sr-only">{visibility}</span>
      </span>
      {frame.is_template && (
        <span className={classes.chip}>
          <IconTemplate size={14} stroke={1.75} aria-hidden />
          {t('boards:template')}
        </span>
      )}
      {!frame.can.write && (
        <span className={classes.readOnly} title={t('boards:readOnly')}>
          <IconEye size={14} stroke={1.75} aria-hidden />
          <span>{t('boards:readOnly')}</span>
        </span>
      )}
      <div className={classes.tabs}>
        <BoardTabs boardId={boardId} current="board" />
      </div>
      <span className={classes.gap} />
      <div className={classes.wide}>
        <BoardSearch />
      </div>
      {use(NewsContext).size > 0 && <NewsButton />}
      <Faces here={useSnapshot((snapshot) => snapshot.here)} />
      {frame.can.administer && (
        <Button className={classes.members} leftSection={<IconUsers aria-hidden />} onClick={() => open({ kind: 'members' })}>
          {t('boards:members')}
        </Button>
      )}
      <PopButton fetch={boardMenu.fetch} content={(at) => <boardMenu.Pop at={at} frame={frame} />}>
        <IconButton label={t('boards:menu.open')}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </IconButton>
      </PopButton>
      {useFrameTools()}
    </header>
  )
}
