import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { t } from '../../i18n/index.ts'
import { SearchBox } from '../../ui/fields/SearchBox.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { announce } from '../../ui/states/LiveRegion.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/states/Skeleton.tsx'
import { usersQuery } from './api.ts'
import classes from './MembersScreen.module.css'
import { type MembersSearch, membersPage, readMembersSearch, roles } from './members-search.ts'
import { Pages } from './Pages.tsx'
import { MembersHead } from './sign-up/MembersHead.tsx'
import { Pending } from './sign-up/Pending.tsx'
import { UserRow } from './UserRow.tsx'

/** /admin/members: every account of the instance, its role and whether it may enter. Search, filters and page stand in the address. */
export function MembersScreen() {
  const search = readMembersSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (next: MembersSearch) =>
    void navigate({
      to: '/admin/members',
      search: (before) => readMembersSearch({ ...before, pagina: undefined, ...next }),
      replace: true,
    })
  const users = useQuery(usersQuery(search))
  const id = useId()
  useFoundAnnouncement(search, users.data?.total, users.isPlaceholderData)
  return (
    <>
      <MembersHead total={users.data?.total} />
      <Pending />
      <div className={classes.toolbar}>
        <SearchBox
          className={classes.search}
          label={t('admin:members.search')}
          value={search.q ?? ''}
          onSearch={(q) => change({ q: q || undefined })}
        />
        <label htmlFor={`${id}-role`}>
          <span>{t('admin:members.role')}</span>
          <select
            id={`${id}-role`}
            value={search.papel ?? ''}
            onChange={(event) => change({ papel: roles.find((role) => role === event.currentTarget.value) })}
          >
            <option value="">{t('admin:members.anyRole')}</option>
            {roles.map((role) => (
              <option key={role} value={role}>
                {t(`admin:members.roles.${role}`)}
              </option>
            ))}
          </select>
        </label>
        <label htmlFor={`${id}-state`}>
          <span>{t('admin:members.state')}</span>
          <select
            id={`${id}-state`}
            value={search.situacao ?? ''}
            onChange={(event) => change(readMembersSearch({ ...search, situacao: event.currentTarget.value }))}
          >
            <option value="">{t('admin:members.anyState')}</option>
            <option value="ativas">{t('admin:members.active')}</option>
            <option value="desativadas">{t('admin:members.inactive')}</option>
          </select>
        </label>
      </div>
      <Users search={search} query={users} onPage={(pagina) => change({ pagina })} />
    </>
  )
}

type UsersProps = { search: MembersSearch; query: ReturnType<typeof useUsers>; onPage: (page: string | undefined) => void }
const useUsers = (search: MembersSearch) => useQuery(usersQuery(search))

function Users({ search, query, onPage }: UsersProps) {
  const { data, error, isPlaceholderData, refetch } = query
  if (error && !data)
    return (
      <div className={classes.panel}>
        <ErrorState level={2} title={t('admin:members.failed')} text={error.message} onRetry={() => void refetch()} />
      </div>
    )
  if (!data)
    return (
      <SkeletonGroup>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} height="3.75rem" radius="10px" />
        ))}
      </SkeletonGroup>
    )
  if (data.users.length === 0)
    return (
      <div className={classes.panel}>
        <EmptyState
          art="tasks"
          level={2}
          title={search.q ? t('admin:members.none', { query: search.q }) : t('admin:members.noneFiltered')}
          text={t('admin:members.noneText')}
          action={<LinkButton to="/admin/members">{t('admin:members.clear')}</LinkButton>}
        />
      </div>
    )
  return (
    <>
      <table className={classes.table} data-old={isPlaceholderData}>
        <thead>
          <tr>
            {(['person', 'role', 'boards', 'lastLogin', 'active'] as const).map((key) => (
              <th key={key} scope="col" className={classes[key]}>
                {t(`admin:members.columns.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.users.map((user) => (
            <UserRow key={user.id} user={user} query={search.q ?? ''} />
          ))}
        </tbody>
      </table>
      <Pages page={Number(search.pagina ?? 1)} size={membersPage} total={data.total} onPage={onPage} />
    </>
  )
}

/** Says how many accounts the search and the filters leave. */
function useFoundAnnouncement({ q, papel, situacao }: MembersSearch, total: number | undefined, waiting: boolean): void {
  const isFiltered = q !== undefined || papel !== undefined || situacao !== undefined
  useEffect(() => {
    if (isFiltered && total !== undefined && !waiting) announce(t('admin:members.lead', { count: total }))
  }, [isFiltered, total, waiting])
}
