import { Button } from '@mantine/core'
import { type SavedFilter, savedFiltersApi } from '@rodada/contract/boards/saved-filters'
import { IconBookmark, IconCheck, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import fields from '../fields/fields.module.css'
import { useRowFocus } from '../focus/use-row-focus.ts'
import { IconButton } from '../page/IconButton.tsx'
import type { PopPlace } from '../page/PopButton.tsx'
import { undoToast } from '../states/feedback.tsx'
import { tellProblem } from '../states/tell-problem.ts'
import { isFiltering } from './card-filter.ts'
import { FilterNameForm } from './FilterNameForm.tsx'
import { FilterPop } from './FilterPop.tsx'
import type { FilterChoices } from './filter-choices.ts'
import classes from './SavedFilters.module.css'
import { contentOf, isSameFilter, savedFiltersKey, savedFiltersQuery } from './saved-filters-query.ts'
import type { FilterInUse } from './use-card-filter.ts'

type Props = { at: PopPlace; board: FilterChoices['board']; inUse: FilterInUse }

/** The filters that are kept, one's own and the board's: to choose one, and to keep the one that is in use. */
export function SavedFilters({ at, board, inUse: { filter, setFilter } }: Props) {
  const boardId = board.id
  const client = useQueryClient()
  const { data: saved = [], isError } = useQuery({ ...savedFiltersQuery(boardId, board.revision), enabled: at.opened })
  const [form, setForm] = useState<'new' | number | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const passFocus = useRowFocus(frame, saved.length)
  const current = isFiltering(filter) ? saved.find((one) => isSameFilter(one.filter, filter)) : undefined
  const refresh = () => client.invalidateQueries({ queryKey: savedFiltersKey(boardId) })
  const done = () => {
    setForm(null)
    frame.current?.focus()
    return refresh()
  }
  const add = (body: { name: string; shared: boolean; filter: ReturnType<typeof contentOf> }) =>
    call(savedFiltersApi.add, { params: { boardId }, body })
  const remove = async (one: SavedFilter, place: number) => {
    passFocus(place)
    try {
      await call(savedFiltersApi.remove, { params: { boardId, filterId: one.id } })
      const back = () => void add({ name: one.name, shared: one.shared, filter: contentOf(one.filter) }).then(refresh, tell)
      undoToast(t('filters:saved.removed', { name: one.name }), back)
    } catch (reason) {
      tell(reason)
    }
    await refresh()
  }
  return (
    <FilterPop at={at} position="bottom-end" label={t('filters:saved.title')}>
      <div ref={frame} tabIndex={-1} className={classes.frame} data-autofocus>
        <h2 className={classes.title}>{t('filters:saved.title')}</h2>
        {isError && <p className={fields.problem}>{t('filters:saved.problems.load')}</p>}
        {saved.length === 0 && !isError && <p className={fields.hint}>{t('filters:saved.none')}</p>}
        {saved.length > 0 && (
          <ul className={classes.rows}>
            {saved.map((one, place) => (
              <li key={one.id}>
                {form === one.id ? (
                  <FilterNameForm
                    name={one.name}
                    onCancel={() => setForm(null)}
                    onSend={({ name }) => call(savedFiltersApi.update, { params: { boardId, filterId: one.id }, body: { name } })}
                    onDone={done}
                  />
                ) : (
                  <>
                    <button
                      type="button"
                      data-row-menu
                      className={classes.choose}
                      aria-pressed={one === current}
                      onClick={() => {
                        setFilter(one.filter)
                        at.onChange(false)
                      }}
                    >
                      {one === current ? <IconCheck {...sign} /> : <IconBookmark {...sign} />}
                      <span>{one.name}</span>
                      {one.shared && (
                        <span className={classes.shared} title={t('filters:saved.shared')}>
                          <IconUsers size={16} stroke={1.75} aria-hidden />
                          <span className="sr-only">{t('filters:saved.shared')}</span>
                        </span>
                      )}
                    </button>
                    {(!one.shared || board.can.write) && (
                      <>
                        <IconButton label={t('filters:saved.rename', { name: one.name })} onClick={() => setForm(one.id)}>
                          <IconPencil size={16} stroke={1.75} aria-hidden />
                        </IconButton>
                        <IconButton label={t('filters:saved.remove', { name: one.name })} onClick={() => void remove(one, place)}>
                          <IconTrash size={16} stroke={1.75} aria-hidden />
                        </IconButton>
                      </>
                    )}
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        {form === 'new' ? (
          <FilterNameForm
            name=""
            sharing={board.can.write}
            onCancel={() => setForm(null)}
            onSend={(given) => add({ ...given, filter: contentOf(filter) })}
            onDone={done}
          />
        ) : (
          isFiltering(filter) &&
          !current && (
            <Button fullWidth mt={12} onClick={() => setForm('new')}>
              {t('filters:saved.save')}
            </Button>
          )
        )}
      </div>
    </FilterPop>
  )
}

const sign = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
const tell = (reason: unknown): void => tellProblem(t('filters:saved.problems.save'), reason)
