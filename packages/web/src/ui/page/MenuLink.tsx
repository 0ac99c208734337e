import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A link among the entries of a menu: `<Menu.Item component={MenuLink} to=…>`. */
export const MenuLink = (props: { to: string; className?: string; children?: ReactNode }) => <Link {...props} />
