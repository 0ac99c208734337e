import { Menu } from '@mantine/core'
import type { PersonSummary } from '@rodada/contract/core/fields'
import { Avatar } from '../marks/Avatar.tsx'
import { MenuList } from '../page/MenuList.tsx'
import type { PopPlace } from '../page/PopButton.tsx'
import classes from './PeopleStrip.module.css'

type Props = { at: PopPlace; people: readonly PersonSummary[]; nameOf: (person: PersonSummary) => string; onPress: (id: number) => void }

/** The people of a board who have no face in its strip. Who is pressed gets one. */
export function OtherPeople({ at, people, nameOf, onPress }: Props) {
  return (
    <MenuList at={at} width={260} position="bottom-start">
      <div className={classes.others}>
        {people.map((person) => (
          <Menu.Item
            key={person.id}
            leftSection={<Avatar name={person.name} avatar={person.avatar_url} size={22} />}
            onClick={() => onPress(person.id)}
          >
            {nameOf(person)}
          </Menu.Item>
        ))}
      </div>
    </MenuList>
  )
}
