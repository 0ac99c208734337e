import { Button, NativeSelect } from '@mantine/core'
import { limits } from '@rodada/contract/limits'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { announce } from '../../ui/LiveRegion.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import classes from './BringTasks.module.css'
import { useRoom, useRoomSession } from './room-context.ts'
import { type Offer, type Source, useOffers, useSources } from './task-sources.ts'
import { useTaskCards } from './use-task-cards.ts'

/** Cards of the sprints and boards that this person sees, to bring several to the table at once. */
export function BringTasks() {
  const sources = useSources()
  const [key, setKey] = useState<string | null>(null)
  const all = [...(sources.data?.sprints ?? []), ...(sources.data?.boards ?? [])]
  const source = all.find((each) => each.key === key) ?? all[0]
  if (sources.isError) return <ErrorState title={t('rooms:tasks.failed')} onRetry={() => void sources.refetch()} />
  if (!sources.data) return <Skeleton height="120px" />
  if (!source) return <p className={classes.none}>{t('rooms:tasks.noSource')}</p>
  const group = (name: string, of: Source[]) =>
    of.length > 0 ? [{ group: name, items: of.map((each) => ({ value: each.key, label: each.name })) }] : []
  return (
    <section className={classes.bring} aria-labelledby="bring-tasks">
      <h3 id="bring-tasks" className={classes.heading}>
        {t('rooms:tasks.bring')}
      </h3>
      <NativeSelect
        label={t('rooms:tasks.source')}
        value={source.key}
        data={[...group(t('rooms:tasks.sprints'), sources.data.sprints), ...group(t('rooms:tasks.boards'), sources.data.boards)]}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <Offers key={source.key} source={source} />
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
  const { offers, isPending, isError, refetch } = useOffers(source, q, onlyOpen)
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
      {isPending && <Skeleton height="96px" />}
      {isError && <ErrorState title={t('rooms:tasks.failed')} onRetry={refetch} />}
      {!isPending && !isError && offers.length === 0 && <p className={classes.none}>{t('rooms:tasks.empty')}</p>}
      {offers.length > 0 && (
        <>
          {open.length > 1 && (
            <Check
              label={t('rooms:tasks.all', { count: open.length })}
              checked={chosen.length === open.length}
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
