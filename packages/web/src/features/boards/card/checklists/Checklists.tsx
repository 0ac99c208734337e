import { Button, TextInput } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { IconListCheck } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { useCard } from '../card-context.ts'
import popClasses from '../facts/Pop.module.css'
import { Pop } from '../facts/Pop.tsx'
import { ChecklistView } from './ChecklistView.tsx'
import classes from './checklist.module.css'
import { useChecklists } from './use-checklists.ts'

/** All checklists of the card, and a way to add one. `beside` that stand the ways to add what else the card has none of. */
export function Checklists({ beside }: { beside: ReactNode }) {
  const { card, canWrite } = useCard()
  // Here and not in each checklist: a new one is drawn before the server's answer says which one it is.
  const [open, setOpen] = useState<readonly number[]>([])
  const { add } = useChecklists()
  const create = async (title: string) => {
    const made = await add(title)
    if (made.ok) setOpen((ids) => [...ids, made.reply.id])
  }
  return (
    <>
      {card.checklists.map((checklist, index) => (
        <ChecklistView
          key={checklist.id}
          checklist={checklist}
          index={index}
          count={card.checklists.length}
          isAdding={open.includes(checklist.id)}
          setAdding={(isAdding) => setOpen((ids) => (isAdding ? [...ids, checklist.id] : ids.filter((id) => id !== checklist.id)))}
        />
      ))}
      {canWrite && (
        <div className={classes.adding}>
          {card.checklists.length < limits.cardChecklists && (
            <Pop
              name="checklist"
              target={
                <Button size="sm" leftSection={<IconListCheck aria-hidden />} data-shortcut="-">
                  {t('card:checklist.add')}
                </Button>
              }
            >
              <NewChecklist onCreate={create} />
            </Pop>
          )}
          {beside}
        </div>
      )}
    </>
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
