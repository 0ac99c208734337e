import { Menu } from '@mantine/core'
import type { Label } from '@rodada/contract/boards/boards'
import type { PersonSummary } from '@rodada/contract/core/fields'
import type { CSSProperties, ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { Avatar } from '../marks/Avatar.tsx'
import classes from './choices.module.css'

/** Who may do what is chosen: nobody first, then the people of the board. */
export const peopleItems = (people: readonly PersonSummary[], onChoose: (person: PersonSummary | null) => void): ReactNode => [
  <Menu.Item key={0} onClick={() => onChoose(null)}>
    {t('choosing:nobody')}
  </Menu.Item>,
  ...people.map((person) => (
    <Menu.Item
      key={person.id}
      leftSection={<Avatar name={person.name} avatar={person.avatar_url} size="xs" />}
      onClick={() => onChoose(person)}
    >
      {person.name}
    </Menu.Item>
  )),
]

/** The labels of the board. */
export const labelItems = (labels: readonly Label[], onChoose: (label: Label) => void): ReactNode =>
  labels.length === 0 ? (
    <Menu.Label>{t('choosing:noLabels')}</Menu.Label>
  ) : (
    labels.map((label) => (
      <Menu.Item
        key={label.id}
        leftSection={<span className={classes.dot} style={{ '--c': label.color } as CSSProperties} />}
        onClick={() => onChoose(label)}
      >
        {label.name}
      </Menu.Item>
    ))
  )
