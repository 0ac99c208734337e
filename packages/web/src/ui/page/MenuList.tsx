import { Menu, type MenuProps } from '@mantine/core'
import menu from './menu.module.css'
import { PopAnchor, useOpened } from './PopAnchor.tsx'
import type { PopPlace } from './PopButton.tsx'

type Props = Pick<MenuProps, 'position' | 'width' | 'offset' | 'classNames' | 'children'> & { at: PopPlace }

/** The entries that a `PopButton` opens. */
export function MenuList({ at, children, ...props }: Props) {
  return (
    <Menu
      id={at.id}
      opened={useOpened(at.opened)}
      onChange={at.onChange}
      position="bottom-end"
      offset={6}
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: menu.dropdown }}
      {...props}
    >
      <Menu.Target>
        <PopAnchor button={at.button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
