import { Button } from '@mantine/core'
import type { CardRelation } from '@rodada/contract/cards/relations'
import type { RelationKind } from '@rodada/contract/cards/settings'
import {
  type Icon,
  IconArrowRight,
  IconArrowsSplit2,
  IconBarrierBlock,
  IconCopy,
  IconLink,
  IconPlus,
  IconSubtask,
} from '@tabler/icons-react'
import { t } from '../../../../i18n/index.ts'
import { useCard } from '../card-context.ts'
import { Section } from '../Section.tsx'
import { RelatedLink } from './RelatedLink.tsx'
import { RelatePop } from './RelatePop.tsx'
import { RemoveRelation } from './RemoveRelation.tsx'
import classes from './relations.module.css'

/** In the order in which they are shown; sub-cards have a part of their own. */
const signs: [RelationKind, Icon][] = [
  ['blocked_by', IconBarrierBlock],
  ['blocks', IconArrowRight],
  ['part_of', IconSubtask],
  ['duplicates', IconCopy],
  ['duplicated_by', IconCopy],
  ['relates_to', IconLink],
]

/** What the card is to others, apart from its sub-cards. Not drawn without any. */
export function Relations() {
  const { card, canWrite } = useCard()
  const rows = signs.flatMap(([kind, Sign]) =>
    card.relations.filter((relation) => relation.kind === kind).map((relation) => ({ relation, Sign })),
  )
  if (rows.length === 0) return null
  return (
    <Section
      icon={IconArrowsSplit2}
      title={t('relations:title')}
      action={
        canWrite && (
          <RelatePop
            target={
              <Button
                size="sm"
                variant="subtle"
                leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
                aria-label={t('relations:add')}
                data-add-relation
              >
                {t('relations:addShort')}
              </Button>
            }
          />
        )
      }
    >
      <ul className={classes.list}>
        {rows.map(({ relation, Sign }) => (
          <Row key={relation.id} relation={relation} Sign={Sign} />
        ))}
      </ul>
    </Section>
  )
}

function Row({ relation, Sign }: { relation: CardRelation; Sign: Icon }) {
  const { kind, card } = relation
  return (
    <li className={classes.row}>
      <Sign size={18} stroke={1.75} className={classes.sign} aria-hidden="true" />
      <span className={classes.kind}>{t(`relations:kinds.${kind}`)}</span>
      {card ? (
        <>
          <span className={classes.key}>{card.key}</span>
          <RelatedLink card={card} className={classes.name}>
            {card.title}
          </RelatedLink>
          <span className={classes.place}>{card.archived_at === null ? card.list_title : t('relations:archived')}</span>
        </>
      ) : (
        <span className={classes.unseen}>{t('relations:elsewhere')}</span>
      )}
      <RemoveRelation relation={relation} />
    </li>
  )
}
