import { Button, NativeSelect } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'
import { MoreButton } from '../../../ui/page/MoreButton.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { announce } from '../../../ui/states/LiveRegion.tsx'
import { Skeleton } from '../../../ui/states/Skeleton.tsx'
import { useRoom, useRoomSession } from '../session/room-context.ts'
import classes from './BringTasks.module.css'
import { type Offer, type Source, useOffers, useSources } from './task-sources.ts'
import { useTaskCards } from './use-task-cards.ts'

/** Cards of the sprints and boards that this person sees, to bring several to the table at once. */
export function BringTasks() {
  const [wanted, setWanted] = useState('')
  const { sprints, boards, isPending, isError, refetch, hasMore, isFetchingMore, more } = useSources(wanted)
  const [chosen, setChosen] = useState<Source | null>(null)
  const found = [...sprints, ...boards]
  const source = chosen ?? found[0]
  // A few are looked through; many are looked for.
  const [many, setMany] = useState(false)
  if (hasMore && !many) setMany(true)
  if (isError) return <ErrorState title={t('rooms:tasks.failed')} onRetry={refetch} />
  if (isPending) return <Skeleton height="7.5rem" />
  if (!source && wanted === '') return <p className={classes.none}>{t('rooms:tasks.noSource')}</p>
  const group = (name: string, of: Source[]) =>
    of.length > 0 ? [{ group: name, items: of.map((each) => ({ value: each.key, label: each.name })) }] : []
  return (
    <section className={classes.bring} aria-labelledby="bring-tasks">
      <h3 id="bring-tasks" className={classes.heading}>
        {t('rooms:tasks.bring')}
      </h3>
      {many && (
        <SearchBox
          label={t('rooms:tasks.findSource')}
          value={wanted}
          onSearch={(q) => {
            setWanted(q)
            // What is found is shown at once.
            setChosen(null)
          }}
        />
      )}
      {source ? (
        <>
          <NativeSelect
            label={t('rooms:tasks.source')}
            value={source.key}
            data={[...group(t('rooms:tasks.sprints'), sprints), ...group(t('rooms:tasks.boards'), boards)]}
            onChange={(event) => setChosen(found.find(({ key }) => key === event.currentTarget.value) ?? source)}
          />
          {hasMore && (
            <Button size="sm" variant="subtle" loading={isFetchingMore} onClick={more}>
              {t('rooms:tasks.moreSources')}
            </Button>
          )}
          <Offers key={source.key} source={source} />
        </>
      ) : (
        <p className={classes.none}>{t('rooms:tasks.sourceNotFound')}</p>
      )}
    </section>
  )
}

function Offers({ source }: { source: Source }) {
  const session = useRoomSession()
  const joined = useRoom((state) => state.joined)
  const here = new Set([...useTaskCards().values()].map(({ card_id }) => card_id))
  const [q, setQ] = useState('')
  const [onlyOpen, setOnlyOpen] = useState(true)
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const { offers, query } = useOffers(source, q, onlyOpen)
  const open = offers.filter(({ id }) => !here.has(id))
  const openIds = new Set(open.map(({ id }) => id))
  // In the order in which they were marked: so the room will estimate them.
  const chosen = [...marked].filter((id) => openIds.has(id)).slice(0, limits.roomTasks)

  const mark = (ids: number[], on: boolean) =>
    setMarked((before) => {
      const after = new Set(before)
      for (const id of ids) on ? after.add(id) : after.delete(id)
      return after
    })
  const bring = async () => {
    setBusy(true)
    const accepted = await session.addTasks(chosen)
    setBusy(false)
    if (!accepted) return
    setMarked(new Set())
    announce(t('rooms:tasks.added', { count: chosen.length }))
  }
  return (
    <>
      <div className={classes.tools}>
        <SearchBox label={t('rooms:tasks.search')} value={q} onSearch={setQ} className={classes.search} />
        <Check label={t('rooms:tasks.unestimated')} checked={onlyOpen} onChange={setOnlyOpen} />
      </div>
      {query.isPending && <Skeleton height="6rem" />}
      {query.isError && !query.data && <ErrorState title={t('rooms:tasks.failed')} onRetry={() => void query.refetch()} />}
      {query.data && offers.length === 0 && <p className={classes.none}>{t('rooms:tasks.empty')}</p>}
      {offers.length > 0 && (
        <>
          {open.length > 1 && (
            <Check
              label={t('rooms:tasks.all', { count: open.length })}
              checked={chosen.length === Math.min(open.length, limits.roomTasks)}
              onChange={(on) => mark([...openIds], on)}
            />
          )}
          <ul className={classes.offers}>
            {offers.map((offer) => (
              <OfferItem
                key={offer.id}
                offer={offer}
                here={here.has(offer.id)}
                marked={marked.has(offer.id)}
                onMark={(on) => mark([offer.id], on)}
              />
            ))}
          </ul>
        </>
      )}
      <MoreButton query={query} />
      <div className={classes.foot}>
        <Button variant="filled" loading={busy} disabled={!joined || chosen.length === 0} onClick={() => void bring()}>
          {chosen.length === 0 ? t('rooms:tasks.addNone') : t('rooms:tasks.add', { count: chosen.length })}
        </Button>
      </div>
    </>
  )
}

type OfferProps = { offer: Offer; here: boolean; marked: boolean; onMark: (on: boolean) => void }

function OfferItem({ offer, here, marked, onMark }: OfferProps) {
  return (
    <li>
      <Check
        label={offer.title}
        note={here ? t('rooms:tasks.already') : undefined}
        checked={here || marked}
        disabled={here}
        onChange={onMark}
      />
      {offer.estimate !== null && <span className={classes.points}>{format.number(offer.estimate)}</span>}
    </li>
  )
}

type CheckProps = {
  label: string
  note?: string | undefined
  checked: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

function Check({ label, note, onChange, ...rest }: CheckProps) {
  return (
    <label className={classes.check}>
      <input type="checkbox" {...rest} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {label}
        {note && <small>{note}</small>}
      </span>
    </label>
  )
}
