import { IconArchive, IconArrowsTransferUp, IconCopy, IconGitBranch, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import { copyText } from '../../../../lib/device/copy.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { toast } from '../../../../ui/states/feedback.tsx'
import { useBoardUi } from '../../session/board-ui.ts'
import { useBoard } from '../../session/use-board.ts'
import { useCard } from '../card-context.ts'
import { AssigneeFact } from './AssigneeFact.tsx'
import { branchName } from './branch-name.ts'
import { DueFact } from './DueFact.tsx'
import { EstimateFact } from './EstimateFact.tsx'
import classes from './facts.module.css'
import { HoursFact } from './HoursFact.tsx'
import { LabelsFact } from './LabelsFact.tsx'
import { ParticipantsFact } from './ParticipantsFact.tsx'
import { PlaceFact } from './PlaceFact.tsx'
import { PriorityFact } from './PriorityFact.tsx'
import { RepeatFact } from './RepeatFact.tsx'
import { SprintFact } from './SprintFact.tsx'

const ToBoardDialog = lazyPart(async () => (await import('./ToBoardDialog.tsx')).ToBoardDialog)

/** What is known of a card besides its texts, each fact changed where it stands. */
export function Facts() {
  return (
    <aside className={classes.grid} aria-label={t('card:facts.label')}>
      <AssigneeFact />
      <ParticipantsFact />
      <DueFact />
      <PriorityFact />
      <EstimateFact />
      <HoursFact />
      <PlaceFact />
      <SprintFact />
      <RepeatFact />
      <LabelsFact />
    </aside>
  )
}

/** Makes another card like this one, behind it. */
function CopyButton() {
  const { card } = useCard()
  const { actions } = useBoard()
  const [sending, setSending] = useState(false)
  const copy = async () => {
    setSending(true)
    const key = await actions.copyCard(card.id)
    setSending(false)
    if (key) toast(t('card:actions.copied', { key }))
  }
  return (
    <button type="button" className={`${classes.value} ${classes.minor}`} disabled={sending} onClick={() => void copy()}>
      <IconCopy size={18} stroke={1.75} aria-hidden="true" />
      {t('card:actions.copy')}
    </button>
  )
}

/** Copies the name of a branch that leads back to the card: its key, and its title in short. */
function BranchName() {
  const { card } = useCard()
  const copy = async () => {
    const name = branchName(card)
    toast((await copyText(name)) ? t('card:branch.copied', { name }) : t('card:branch.notCopied', { name }))
  }
  return (
    <button type="button" className={`${classes.value} ${classes.minor}`} onClick={() => void copy()}>
      <IconGitBranch size={18} stroke={1.75} aria-hidden="true" />
      {t('card:branch.copy')}
    </button>
  )
}

/** Opens the choice of another board for the card. */
function ToBoardButton({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={`${classes.value} ${classes.minor}`} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconArrowsTransferUp size={18} stroke={1.75} aria-hidden="true" />
        {t('card:actions.toBoard')}
      </button>
      {isOpen && <ToBoardDialog onClose={() => setOpen(false)} onTaken={onClose} />}
    </>
  )
}

/** What is seldom needed: taking the card away, and since when it is there. */
export function FactsEnd({ onClose }: { onClose: () => void }) {
  const { card, canWrite } = useCard()
  return (
    <>
      {canWrite && <BranchName />}
      {canWrite && <CopyButton />}
      {canWrite && <ToBoardButton onClose={onClose} />}
      {canWrite && <Actions onClose={onClose} />}
      <p className={classes.dates}>
        {t('card:dates.created', { date: format.date(card.created_at) })}
        {card.completed_at && (
          <>
            <br />
            {t('card:dates.completed', { date: format.date(card.completed_at) })}
          </>
        )}
      </p>
    </>
  )
}

function Actions({ onClose }: { onClose: () => void }) {
  const { card } = useCard()
  const { actions } = useBoard()
  const { archive } = useBoardUi()
  // The board offers 'Desfazer', and asks first where a sprint under way would lose the card.
  const leaveWith = (action: (cardId: number) => Promise<boolean>) => () => {
    void action(card.id)
    onClose()
  }
  return (
    <div className={classes.actions}>
      <button type="button" className={classes.value} onClick={leaveWith((id) => archive({ kind: 'card', id }))} data-shortcut="c">
        <IconArchive size={18} stroke={1.75} aria-hidden="true" />
        {t('card:actions.archive')}
      </button>
      <button type="button" className={`${classes.value} ${classes.danger}`} onClick={leaveWith(actions.deleteCard)}>
        <IconTrash size={18} stroke={1.75} aria-hidden="true" />
        {t('card:actions.delete')}
      </button>
    </div>
  )
}
