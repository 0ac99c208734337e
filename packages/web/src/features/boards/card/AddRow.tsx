import { Button, TextInput } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { IconLink, IconListCheck } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import classes from './AddRow.module.css'
import { useCard } from './card-context.ts'
import { useChecklists } from './checklists/use-checklists.ts'
import popClasses from './facts/Pop.module.css'
import { Pop } from './facts/Pop.tsx'

const AddFirstFiles = lazyPart(async () => (await import('./files/AddFiles.tsx')).AddFirstFiles, { texts: ['files'] })
const AddFirst = lazyPart(async () => (await import('./relations/AddFirst.tsx')).AddFirst, { texts: ['relations'] })

/** Which parts of the card are being written into. */
export type Adding = {
  /** The checklists whose line for a new item is open. */
  checklists: readonly number[]
  subcard: boolean
  link: boolean
}
type Props = { adding: Adding; setAdding: (change: (adding: Adding) => Adding) => void; hasLinks: boolean }

/** The ways to what the card has none of yet, in one quiet line; from the first on they are in the heads of their parts. */
export function AddRow({ adding, setAdding, hasLinks }: Props) {
  const { card } = useCard()
  const { add } = useChecklists()
  const id = useId()
  const create = async (title: string) => {
    const made = await add(title)
    if (made.ok) setAdding((now) => ({ ...now, checklists: [...now.checklists, made.reply.id] }))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame and a legend that no style sheet can place
    <div className={classes.row} role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {t('card:add.label')}
      </span>
      {card.checklists.length < limits.cardChecklists && (
        <Pop
          name="checklist"
          target={
            <Button
              size="sm"
              variant="subtle"
              leftSection={<IconListCheck size={16} stroke={1.75} aria-hidden />}
              aria-label={t('card:checklist.add')}
              data-shortcut="-"
            >
              {t('card:add.checklist')}
            </Button>
          }
        >
          <NewChecklist onCreate={create} />
        </Pop>
      )}
      <AddFirst isAdding={adding.subcard} setAdding={(subcard) => setAdding((now) => ({ ...now, subcard }))} />
      <AddFirstFiles />
      {!hasLinks && !adding.link && (
        <Button
          size="sm"
          variant="subtle"
          leftSection={<IconLink size={16} stroke={1.75} aria-hidden />}
          aria-label={t('card:add.linkLabel')}
          data-add-link
          onClick={() => setAdding((now) => ({ ...now, link: true }))}
        >
          {t('card:add.link')}
        </Button>
      )}
    </div>
  )
}

function NewChecklist({ onCreate }: { onCreate: (title: string) => void }) {
  const { setPop } = useCard()
  const [title, setTitle] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() === '') return
    setPop(null)
    onCreate(title)
  }
  return (
    <form className={popClasses.form} onSubmit={submit}>
      <TextInput
        label={t('card:checklist.title')}
        placeholder={t('card:checklist.example')}
        value={title}
        maxLength={limits.checklistTitle}
        onChange={(event) => setTitle(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      <Button type="submit" variant="filled" disabled={title.trim() === ''}>
        {t('card:checklist.create')}
      </Button>
    </form>
  )
}
