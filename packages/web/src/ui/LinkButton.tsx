import { Button } from '@mantine/core'
import { createLink } from '@tanstack/react-router'

/** A button that goes somewhere: a real link, with typed `to`, `params` and `search`. */
export const LinkButton = createLink(Button<'a'>)
