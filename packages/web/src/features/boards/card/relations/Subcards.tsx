import { Button } from '@mantine/core'
import type { CardRelation } from '@rodada/contract/cards/relations'
import { limits } from '@rodada/contract/core/limits'
import { IconCircle, IconCircleCheck, IconPlus, IconSubtask } from '@tabler/icons-react'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import { Avatar } from '../../../../ui/marks/Avatar.tsx'
import { useCard } from '../card-context.ts'
import bars from '../checklists/checklist.module.css'
import { Section } from '../Section.tsx'
import { useNewLine } from '../use-new-line.ts'
import { RelatedLink } from './RelatedLink.tsx'
import { RemoveRelation } from './RemoveRelation.tsx'
import classes from './relations.module.css'
import { useRelations } from './use-relations.ts'

/** The parts of the card that are cards of their own, and how many are done. Not drawn without any. */
export function Subcards({ isAdding: wantsToAdd, setAdding }: { isAdding: boolean; setAdding: (isAdding: boolean) => void }) {
  const { card, canWrite } = useCard()
  const parts = card.relations.filter(({ kind }) => kind === 'parent_of')
  const isAdding = canWrite && wantsToAdd
  const { subcards_total: total, subcards_done: done } = card
  if (parts.length === 0 && !isAdding) return null
  return (
    <Section
      icon={IconSubtask}
      title={t('relations:subcards.title')}
      count={total > 0 ? t('relations:subcards.count', { done, total }) : undefined}
      action={
        canWrite &&
        !isAdding && (
          <Button
            size="sm"
            variant="subtle"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            aria-label={t('relations:subcards.add')}
            onClick={() => setAdding(true)}
          >
            {t('relations:subcards.addShort')}
          </Button>
        )
      }
    >
      {total > 0 && (
        <div
          className={bars.bar}
          role="progressbar"
          aria-label={t('relations:subcards.progress', { done, count: total })}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={done}
          data-full={done === total || undefined}
        >
          <i style={{ width: `${(done / total) * 100}%` }} />
        </div>
      )}
      {parts.length > 0 && (
        <ul className={classes.list}>
          {parts.map((part) => (
            <Subcard key={part.id} part={part} />
          ))}
        </ul>
      )}
      {isAdding && <NewSubcard onClose={() => setAdding(false)} />}
    </Section>
  )
}

function Subcard({ part }: { part: CardRelation }) {
  const { card } = part
  const isDone = card?.status === 'concluida'
  const Sign = isDone ? IconCircleCheck : IconCircle
  return (
    <li className={classes.row} data-done={isDone || undefined}>
      {card ? (
        <>
          <Sign
            size={18}
            stroke={1.75}
            className={classes.sign}
            aria-label={t(`relations:subcards.${isDone ? 'done' : 'open'}`)}
            role="img"
          />
          <span className={classes.key}>{card.key}</span>
          <RelatedLink card={card} className={classes.name}>
            {card.title}
          </RelatedLink>
          {card.estimate !== null && (
            <span className={classes.points} title={format.points(card.estimate)}>
              {format.number(card.estimate)}
            </span>
          )}
          {card.assigned_user && (
            <Avatar
              name={card.assigned_user.name}
              avatar={card.assigned_user.avatar_url}
              size={22}
              label={t('kanban:face.assignee', { name: card.assigned_user.name })}
            />
          )}
        </>
      ) : (
        <span className={classes.unseen}>{t('relations:elsewhere')}</span>
      )}
      <RemoveRelation relation={part} />
    </li>
  )
}

/** A line for the next sub-card, in the list of the card itself. It stays after each. */
function NewSubcard({ onClose }: { onClose: () => void }) {
  const { addSubcard } = useRelations()
  const { text, type, enter } = useNewLine('subcard', addSubcard)
  return (
    <form
      className={bars.newItem}
      onSubmit={(event) => {
        event.preventDefault()
        enter()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <input
        className={bars.field}
        value={text}
        maxLength={limits.cardTitle}
        placeholder={t('relations:subcards.placeholder')}
        aria-label={t('relations:subcards.field')}
        enterKeyHint="enter"
        autoComplete="off"
        onChange={(event) => type(event.currentTarget.value)}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write a sub-card
        autoFocus
      />
      <Button size="sm" type="submit" variant="filled" disabled={text.trim() === ''}>
        {t('relations:subcards.create')}
      </Button>
      <Button size="sm" variant="subtle" onClick={onClose}>
        {t('close')}
      </Button>
    </form>
  )
}
