import { createContext, type ReactNode, use } from 'react'

/**
 * What the frame has no bar of its own for, on phones, when a screen takes the whole height: the person's menu, with the search
 * in it. The screen puts it into its own head.
 */
export const FrameTools = createContext<ReactNode>(null)

export const useFrameTools = (): ReactNode => use(FrameTools)
