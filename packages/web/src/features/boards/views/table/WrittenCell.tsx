import type { CardChange } from '@rodada/contract/cards/cards'
import { limits } from '@rodada/contract/core/limits'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { valueIn } from '../../../../ui/cards/field-text.ts'
import { readNumber, writtenNumber } from '../../../../ui/cards/read-number.ts'
import { AnchoredDialog } from '../../../../ui/dialog/AnchoredDialog.tsx'
import { TextConflict } from '../../../../ui/fields/TextConflict.tsx'
import { readEstimate } from '../../card/facts/estimate.ts'
import { useQuickTitle } from '../../list/use-quick-title.ts'
import { useCardFacts } from '../../session/use-card-facts.ts'
import type { TableColumn } from './columns.ts'
import { OwnKeys } from './OwnKeys.tsx'
import classes from './Table.module.css'
import { type Move, useTable } from './table-context.ts'

type Props = { card: CardChange; column: TableColumn; onDone: (move: Move) => void }

/** A text or a number, written within its cell. */
export const WrittenCell = (props: Props) => (props.column.kind === 'title' ? <TitleCell {...props} /> : <ValueCell {...props} />)

function TitleCell({ card, column, onDone }: Props) {
  const title = useQuickTitle(card)
  const input = useRef<HTMLInputElement>(null)
  const save = async (move: Move) => {
    if (await title.save()) onDone(move)
  }
  if (title.clash)
    return (
      <>
        <span className={classes.cut}>{title.text}</span>
        <OwnKeys>
          <AnchoredDialog label={t('conflict:title.title')} anchor={input.current} below onClose={() => onDone('stay')}>
            <TextConflict
              heading={t('conflict:title.title')}
              origin={title.origin}
              mine={title.text.trim()}
              theirs={title.clash.theirs}
              oneLine
              onMine={() => void title.keepMine().then((done) => done && onDone('stay'))}
              onTheirs={() => onDone('stay')}
              onRewrite={title.rewrite}
            />
          </AnchoredDialog>
        </OwnKeys>
      </>
    )
  return (
    <CellInput
      ref={input}
      label={column.name}
      text={title.text}
      maxLength={limits.cardTitle}
      onText={title.setText}
      onSave={(move) => void save(move)}
      onCancel={() => onDone('stay')}
    />
  )
}

function ValueCell({ card, column, onDone }: Props) {
  const facts = useCardFacts()
  const { fill } = useTable()
  const { field } = column
  const before = field ? valueIn(card.fields, field) : card.estimate
  const isNumber = field?.type !== 'text'
  const [text, setText] = useState(() => (typeof before === 'number' ? writtenNumber(before) : String(before ?? '')))
  const read = !isNumber ? text.trim() || null : field ? readNumber(text) : readEstimate(text)
  const save = (move: Move) => {
    // What is no number stays to be mended; who leaves it leaves what was there.
    if (read === undefined) return move === 'leave' ? onDone(move) : undefined
    if (read !== before) {
      if (field) fill(card.id, field.id, read)
      else void facts.update(card.id, { estimate: typeof read === 'number' ? read : null })
    }
    onDone(move)
  }
  return (
    <CellInput
      label={column.name}
      text={text}
      maxLength={isNumber ? 24 : limits.fieldText}
      isNumber={isNumber}
      problem={read === undefined ? t(field ? 'fields:numberProblem' : 'card:estimate.problem') : null}
      onText={setText}
      onSave={save}
      onCancel={() => onDone('stay')}
    />
  )
}

type InputProps = {
  label: string
  text: string
  maxLength: number
  isNumber?: boolean
  problem?: string | null
  onText: (text: string) => void
  onSave: (move: Move) => void
  onCancel: () => void
  ref?: React.RefObject<HTMLInputElement | null>
}

function CellInput({ label, text, maxLength, isNumber = false, problem = null, onText, onSave, onCancel, ref }: InputProps) {
  const id = useId()
  const own = useRef<HTMLInputElement>(null)
  const input = ref ?? own
  // Enter and Escape end it before the field is left.
  const isOver = useRef(false)
  useEffect(() => input.current?.select(), [input])
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const move = event.key === 'Enter' ? 'stay' : event.key === 'Tab' && !event.shiftKey ? 'next' : null
    if (event.key === 'Escape') {
      event.preventDefault()
      isOver.current = true
      onCancel()
    } else if (move) {
      event.preventDefault()
      if (problem === null) isOver.current = true
      onSave(move)
    }
  }
  return (
    <>
      <input
        ref={input}
        className={classes.input}
        aria-label={label}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : id}
        inputMode={isNumber ? 'decimal' : undefined}
        autoComplete="off"
        maxLength={maxLength}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => isOver.current || onSave('leave')}
      />
      {problem !== null && (
        <p id={id} role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </>
  )
}
