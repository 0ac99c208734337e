import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import classes from './SprintsScreen.module.css'
import { filterOf, type SprintsSearch } from './sprints-search.ts'

/** `onCreate` is for those who may plan one. */
type Props = { search: SprintsSearch; onCreate: (() => void) | undefined }

/** No sprint to show: because there is none, or because of what one looks for. */
export function SprintsEmpty({ search, onCreate }: Props) {
  const filter = filterOf(search)
  const create = onCreate && (
    <Button leftSection={<IconPlus aria-hidden />} onClick={onCreate}>
      {t('sprints:new')}
    </Button>
  )
  const seeAll = (
    <Link to="/sprints" className={classes.seeAll}>
      {t('sprints:empty.seeAll')}
    </Link>
  )
  const shown = search.q
    ? { title: t('sprints:empty.search', { query: search.q }), text: t('sprints:empty.searchText'), action: seeAll }
    : filter === 'todas'
      ? { title: t('sprints:empty.all'), text: t(onCreate ? 'sprints:empty.allText' : 'sprints:empty.readOnly'), action: create }
      : {
          title: t(`sprints:empty.${filter}`),
          text: t(filter === 'ativas' && !onCreate ? 'sprints:empty.readOnly' : `sprints:empty.${filter}Text`),
          action: (filter === 'ativas' && create) || seeAll,
        }
  return (
    <div className={classes.panel}>
      <EmptyState art="tasks" level={2} {...shown} />
    </div>
  )
}
