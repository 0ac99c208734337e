import { Button } from '@mantine/core'
import { IconArrowsSplit2, IconSubtask } from '@tabler/icons-react'
import { t } from '../../../../i18n/index.ts'
import { useCard } from '../card-context.ts'
import { RelatePop } from './RelatePop.tsx'

/** The ways to the first sub-card and the first relation; from then on they are in the heads of their parts. */
export function AddFirst({ isAdding, setAdding }: { isAdding: boolean; setAdding: (isAdding: boolean) => void }) {
  const { card } = useCard()
  const hasParts = card.relations.some(({ kind }) => kind === 'parent_of')
  const hasRelations = card.relations.some(({ kind }) => kind !== 'parent_of')
  return (
    <>
      {!hasParts && !isAdding && (
        <Button
          size="sm"
          variant="subtle"
          leftSection={<IconSubtask size={16} stroke={1.75} aria-hidden />}
          aria-label={t('relations:subcards.firstLabel')}
          onClick={() => setAdding(true)}
        >
          {t('relations:subcards.first')}
        </Button>
      )}
      {!hasRelations && (
        <RelatePop
          target={
            <Button
              size="sm"
              variant="subtle"
              leftSection={<IconArrowsSplit2 size={16} stroke={1.75} aria-hidden />}
              aria-label={t('relations:addFirst')}
              data-add-relation
            >
              {t('relations:relation')}
            </Button>
          }
        />
      )}
    </>
  )
}
