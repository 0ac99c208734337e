import type { Role } from '@rodada/contract/auth/people'
import {
  IconBell,
  IconCards,
  IconChecklist,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconListCheck,
  IconRun,
  IconSettings,
  IconUpload,
  IconUsers,
} from '@tabler/icons-react'
import { t } from '../../i18n/index.ts'
import type { Entry } from './entries.ts'

/** The tabs of the settings, as they stand in the address; the last is of those who administer the instance. */
const tabs = ['perfil', 'notificacoes', 'aparencia', 'seguranca', 'integracoes', 'programas', 'sistema'] as const

/** The pages that a person of a role may open. */
export function pageEntries(role: Role | null, boardId: number | null): Entry[] {
  const isAdmin = role === 'admin'
  const page = (path: string, title: string, icon: Entry['icon']): Entry => ({
    key: `page-${path}`,
    group: 'page',
    title,
    act: { kind: 'go', path },
    ...(icon && { icon }),
  })
  return [
    page('/dashboard', t('palette:pages.dashboard'), IconLayoutDashboard),
    page('/trello', t('pages.boards'), IconLayoutKanban),
    page('/my-tasks', t('pages.myTasks'), IconListCheck),
    page('/notificacoes', t('pages.notifications'), IconBell),
    page('/sprints', t('pages.sprints'), IconRun),
    ...(boardId === null ? [] : [page(`/board/${boardId}/backlog`, t('pages.backlog'), IconChecklist)]),
    page('/trazer', t('pages.imports'), IconUpload),
    page('/salas', t('pages.recordedRooms'), IconCards),
    ...tabs
      .filter((tab) => tab !== 'sistema' || isAdmin)
      .map((tab) => page(`/settings${tab === 'perfil' ? '' : `?aba=${tab}`}`, t(`palette:settings.${tab}`), IconSettings)),
    ...(isAdmin ? [page('/admin/members', t('pages.members'), IconUsers), page('/admin/tasks', t('pages.allTasks'), IconListCheck)] : []),
  ]
}
