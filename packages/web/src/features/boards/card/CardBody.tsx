import { Button } from '@mantine/core'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { IconAlertTriangle, IconArchive, IconCheck, IconEye, IconLoader2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { isHeldUp } from '../../../ui/cards/held-up.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { useBoard } from '../session/use-board.ts'
import { type Adding, AddRow } from './AddRow.tsx'
import classes from './CardWindow.module.css'
import { useCard } from './card-context.ts'
import { cardKey } from './card-query.ts'
import { Checklists } from './checklists/Checklists.tsx'
import { ActivityLog } from './comments/ActivityLog.tsx'
import { Comments } from './comments/Comments.tsx'
import { EstimateHistory } from './facts/EstimateHistory.tsx'
import { Facts, FactsEnd } from './facts/Facts.tsx'
import { LabelChips } from './facts/LabelsFact.tsx'
import { KeyCrumb } from './KeyCrumb.tsx'
import { useLinks } from './links/use-links.ts'
import { CardMenu } from './menu/CardMenu.tsx'
import { Description } from './texts/Description.tsx'
import { Notes } from './texts/Notes.tsx'
import { TitleField } from './texts/TitleField.tsx'
import type { SaveState } from './use-card.ts'
import { WatchButton } from './WatchButton.tsx'

const CardFields = lazyPart(async () => (await import('./fields/CardFields.tsx')).CardFields, { texts: ['fields'] })
const Files = lazyPart(async () => (await import('./files/Files.tsx')).Files, { texts: ['files'] })
const BlockedLine = lazyPart(async () => (await import('./relations/BlockedLine.tsx')).BlockedLine, { texts: ['relations'] })
const Subcards = lazyPart(async () => (await import('./relations/Subcards.tsx')).Subcards, { texts: ['relations'] })
const Relations = lazyPart(async () => (await import('./relations/Relations.tsx')).Relations, { texts: ['relations'] })
const Links = lazyPart(async () => (await import('./links/Links.tsx')).Links, { texts: ['integrations'] })

/** The card as it is: head and texts, with the facts beside or, on phones, between them. */
export function CardBody({ saveState, onClose }: { saveState: SaveState; onClose: () => void }) {
  const { card, canWrite } = useCard()
  const { lists, fields } = useBoard()
  const [adding, setAdding] = useState<Adding>({ checklists: [], subcard: false, link: false })
  const { count: links } = useLinks()
  const list = lists.find(({ id }) => id === card.list_id)?.title
  const end = (
    <div className={classes.end}>
      <FactsEnd />
    </div>
  )
  return (
    <div className={classes.body}>
      <WatchButton />
      <CardMenu onClose={onClose} />
      <div className={classes.head}>
        <div className={classes.top}>
          <KeyCrumb text={card.key} />
          <span className={classes.crumb} title={list}>
            {list}
          </span>
          {!canWrite && card.archived_at === null && (
            <span className={classes.readOnly}>
              <IconEye size={14} stroke={1.75} aria-hidden="true" />
              {t('card:readOnly')}
            </span>
          )}
          <SaveNote state={saveState} />
        </div>
        {card.archived_at !== null && <ArchivedNote />}
        <LabelChips labels={card.labels} />
        <TitleField />
        {isHeldUp(card) && <BlockedLine />}
      </div>
      <div className={classes.side}>
        <Facts />
        {fields.length > 0 && <CardFields />}
        {end}
      </div>
      <div className={classes.main}>
        <Description />
        <Subcards isAdding={adding.subcard} setAdding={(subcard) => setAdding((now) => ({ ...now, subcard }))} />
        <Notes />
        <Checklists open={adding.checklists} setOpen={(change) => setAdding((now) => ({ ...now, checklists: change(now.checklists) }))} />
        {canWrite && <AddRow adding={adding} setAdding={setAdding} hasLinks={links !== 0} />}
        <Files />
        <Relations />
        <Links isAdding={adding.link} setAdding={(link) => setAdding((now) => ({ ...now, link }))} />
        <Comments />
        <EstimateHistory />
        <ActivityLog />
        {end}
      </div>
    </div>
  )
}

const signs = { saving: IconLoader2, saved: IconCheck, failed: IconAlertTriangle }

/** Everything saves itself, and this says so. */
function SaveNote({ state }: { state: SaveState }) {
  const Sign = state === 'idle' ? null : signs[state]
  return (
    <span role="status" className={classes.saved} data-state={state}>
      {Sign && state !== 'idle' && (
        <>
          <Sign size={14} stroke={1.75} aria-hidden="true" />
          {t(`card:${state}`)}
        </>
      )}
    </span>
  )
}

/** An archived card can be read, and brought back by those who write. */
function ArchivedNote() {
  const { card } = useCard()
  const { can, actions } = useBoard()
  const { data: name } = useQuery({
    queryKey: [...cardKey(card.id), 'archivedBy', card.archived_at],
    queryFn: async ({ signal }) => {
      const recent = await call(cardsApi.activity, { params: { cardId: card.id }, query: { limit: 20 }, signal })
      return recent.find(({ kind }) => kind === 'card.archived')?.user?.name ?? null
    },
  })
  const restore = async () => {
    if (await actions.restore(card.id)) toast(t('card:archived.restored'))
  }
  return (
    <p className={classes.archived} role="status">
      <IconArchive size={18} stroke={1.75} aria-hidden="true" />
      <span>{name ? t('card:archived.by', { name }) : t('card:archived.text')}</span>
      {can.write && (
        <Button size="sm" onClick={() => void restore()}>
          {t('card:archived.restore')}
        </Button>
      )}
    </p>
  )
}
