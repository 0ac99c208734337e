import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../../i18n/index.ts'
import { useMayCreateBoards } from '../../../lib/call/use-role.ts'
import { LinkButton } from '../../../ui/page/LinkButton.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'

/** 'Criar Quadro', for those whom the server lets. */
export function CreateBoardButton({ onCreate, filled = false }: { onCreate: () => void; filled?: boolean }) {
  if (!useMayCreateBoards()) return null
  return (
    <Button variant={filled ? 'filled' : 'default'} leftSection={<IconPlus aria-hidden />} onClick={onCreate}>
      {t('dashboard:createBoard')}
    </Button>
  )
}

/** The way to a board that is in another tool, for those who may make boards. */
export function BringBoardLink() {
  if (!useMayCreateBoards()) return null
  return <LinkButton to="/trazer">{t('dashboard:bringBoard')}</LinkButton>
}

/** There is no board yet: make the first one, or wait for an invitation. */
export function NoBoards({ create, level = 2 }: { create: ReactNode; level?: 2 | 3 }) {
  const mayCreate = useMayCreateBoards()
  return (
    <EmptyState
      art="board"
      level={level}
      title={t('dashboard:boards.none')}
      text={t(mayCreate ? 'dashboard:boards.noneText' : 'dashboard:boards.noneGuest')}
      action={mayCreate && create}
    />
  )
}
