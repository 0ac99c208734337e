import type { Tool } from '../tool.ts'
import { cardTools } from './card-tools.ts'
import { estimationTools } from './estimation-tools.ts'
import { findTools } from './find-tools.ts'
import { readTools } from './read-tools.ts'
import { sprintTools } from './sprint-tools.ts'

/** Everything that an assistant may do. Nothing deletes, archives or ends. */
export const allTools: readonly Tool[] = [...findTools, ...readTools, ...cardTools, ...sprintTools, ...estimationTools]
