import { Button } from '@mantine/core'
import { t } from '../../i18n/index.ts'
import classes from './MembersScreen.module.css'

type Props = { page: number; size: number; total: number; onPage: (page: string | undefined) => void }

/** The way through a list of several pages of `size`; the first one is left out of the address. */
export function Pages({ page, size, total, onPage }: Props) {
  const last = Math.ceil(total / size)
  if (last <= 1) return null
  const go = (to: number) => {
    onPage(to <= 1 ? undefined : String(to))
    document.getElementById('conteudo')?.scrollIntoView({ block: 'start' })
  }
  return (
    <nav className={classes.pages} aria-label={t('admin:members.pages')}>
      <Button disabled={page <= 1} onClick={() => go(page - 1)}>
        {t('admin:members.prev')}
      </Button>
      <span role="status">{t('admin:members.page', { from: (page - 1) * size + 1, to: Math.min(total, page * size), total })}</span>
      <Button disabled={page >= last} onClick={() => go(page + 1)}>
        {t('admin:members.next')}
      </Button>
    </nav>
  )
}
