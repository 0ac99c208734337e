import { useDebouncedValue } from '@mantine/hooks'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { RelationKind } from '@rodada/contract/cards/settings'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactElement, useId, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { call } from '../../../../lib/call/call.ts'
import { useCard } from '../card-context.ts'
import { Option } from '../facts/Option.tsx'
import popClasses from '../facts/Pop.module.css'
import { Pop } from '../facts/Pop.tsx'
import { PopSearch } from '../facts/PopSearch.tsx'
import classes from './relations.module.css'
import { useRelations } from './use-relations.ts'

/** In the order in which people want them. */
const kinds: RelationKind[] = ['blocked_by', 'blocks', 'part_of', 'parent_of', 'relates_to', 'duplicates', 'duplicated_by']
const shownHits = 8
const typingMs = 200

/** Relates the card to another one, which is found by its key or its title. */
export function RelatePop({ target }: { target: ReactElement<{ onClick?: () => void }> }) {
  return (
    <Pop name="relate" width={320} target={target}>
      <Picker />
    </Pop>
  )
}

function Picker() {
  const { card, setPop } = useCard()
  const { relate } = useRelations()
  const [kind, setKind] = useState<RelationKind>('blocked_by')
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), typingMs)
  const id = useId()
  const search = useQuery({
    queryKey: ['relate', card.board_id, q],
    queryFn: ({ signal }) =>
      call(cardsApi.search, { query: { ...(q ? { q } : { board_id: card.board_id }), limit: shownHits + 1 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const hits = search.data?.filter((hit) => hit.id !== card.id).slice(0, shownHits)
  const choose = async (cardId: number) => {
    if (await relate(kind, cardId)) setPop(null)
  }
  return (
    <div className={popClasses.form}>
      <label className={popClasses.field}>
        {t('relations:picker.kind')}
        <select value={kind} onChange={(event) => setKind(kinds.find((one) => one === event.currentTarget.value) ?? kind)}>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {t(`relations:picker.kinds.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <PopSearch label={t('relations:picker.search')} value={text} onChange={setText} />
      <p id={id} className={popClasses.title} role="status">
        {search.isError
          ? t('relations:picker.failed')
          : hits === undefined
            ? t('relations:picker.searching')
            : hits.length === 0
              ? t('relations:picker.none')
              : t(q ? 'relations:picker.found' : 'relations:picker.recent')}
      </p>
      {hits && hits.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form
        <div role="group" aria-labelledby={id} className={popClasses.list}>
          {hits.map((hit) => (
            <Option key={hit.id} onChoose={() => void choose(hit.id)}>
              <span>
                <span className={classes.key}>{hit.key}</span> {hit.title}
                <small className={classes.board}>
                  {hit.board_id === card.board_id ? hit.list_title : `${hit.board_title} · ${hit.list_title}`}
                </small>
              </span>
            </Option>
          ))}
        </div>
      )}
    </div>
  )
}
