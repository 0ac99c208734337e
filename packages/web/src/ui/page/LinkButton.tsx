import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** Mantine's button as an anchor: a link must be one, so that it opens in a new tab and is announced as what it is. */
function AnchorButton(props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) {
  return <Button component="a" {...props} />
}

/** A button that goes somewhere: a real link, with typed `to`, `params` and `search`. */
export const LinkButton = createLink(AnchorButton)
