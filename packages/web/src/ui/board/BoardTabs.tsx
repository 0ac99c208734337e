import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { t } from '../../i18n/index.ts'
import { readFilterSearch } from '../filters/filter-address.ts'
import classes from './BoardTabs.module.css'

const tabs = [
  ['board', '/board/$boardId'],
  ['backlog', '/board/$boardId/backlog'],
  ['sprints', '/board/$boardId/sprints'],
  ['reports', '/board/$boardId/relatorios'],
] as const
export type BoardTab = (typeof tabs)[number][0]

function TabAnchor({ current, children, ...rest }: Omit<ComponentProps<'a'>, 'aria-current'> & { current: boolean }) {
  return (
    <a {...rest} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  )
}
// The link's own idea of being current takes a board for the beginning of its other tabs.
const Tab = createLink(TabAnchor)

/** The parts of a board. Each has its address, so that going back leads to the one that was open. */
export function BoardTabs({ boardId, current }: { boardId: number; current: BoardTab }) {
  return (
    <nav className={classes.tabs} aria-label={t('tabs.label')}>
      {tabs.map(([tab, to]) => (
        <Tab
          key={tab}
          to={to}
          params={{ boardId: String(boardId) }}
          // Both are filtered alike.
          search={tab === 'board' || tab === 'backlog' ? readFilterSearch : {}}
          current={tab === current}
        >
          {t(`tabs.${tab}`)}
        </Tab>
      ))}
    </nav>
  )
}
