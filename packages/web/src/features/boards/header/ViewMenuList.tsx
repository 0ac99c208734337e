import { MenuList } from '../../../ui/page/MenuList.tsx'
import type { PopPlace } from '../../../ui/page/PopButton.tsx'
import { ViewItems } from './ViewItems.tsx'

/** How one looks at the board. */
export const ViewMenuList = ({ at }: { at: PopPlace }) => (
  <MenuList at={at} width={230}>
    <ViewItems />
  </MenuList>
)
