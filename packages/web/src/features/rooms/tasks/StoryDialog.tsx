import { t } from '../../../i18n/index.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Compared } from '../../../ui/references/Compared.tsx'
import { useReferences } from '../../../ui/references/use-references.ts'
import classes from './StoryDialog.module.css'
import { useNearValue } from './use-near-value.ts'

type Props = { title: string; description: string; cardId: number | undefined; onClose: () => void }

/** The task on the table, to be read in full, with finished cards to compare it with. */
export function StoryDialog({ title, description, cardId, onClose }: Props) {
  const references = useReferences(cardId)
  const near = useNearValue()
  return (
    <Dialog title={t('rooms:task.label')} onClose={onClose}>
      <h3 className={classes.title}>{title}</h3>
      {description !== '' && <p className={classes.description}>{description}</p>}
      {references.length > 0 && (
        <section className={classes.compared} aria-labelledby="story-compared">
          <h3 id="story-compared" className={classes.title}>
            {t('references:title')}
          </h3>
          <Compared references={references} near={near} />
        </section>
      )}
    </Dialog>
  )
}
