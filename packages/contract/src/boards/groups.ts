import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Done, Id, title } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { texts } from '../texts/texts.ts'

/** What a group can give: nobody administers a board by one. */
const GroupRole = z.enum(['member', 'guest'])

/** A group of the provider of sign-ins whose people are on a board. */
export const GroupRule = z.object({
  id: z.int(),
  /** As the provider calls it. */
  group: z.string(),
  role: GroupRole,
  /** Who is on the board by it now. */
  user_ids: z.array(z.int()),
})
export type GroupRule = z.infer<typeof GroupRule>

const BoardParams = z.object({ boardId: Id })

/** Who is on a board by a group of the provider. Their place follows what the provider says at each sign-in by it; no token makes these calls. */
export const groupsApi = {
  list: {
    method: 'GET',
    url: '/boards/:boardId/groups',
    access: 'session',
    token: 'never',
    summary: 'Os grupos do provedor que participam do quadro, e quem está nele por cada um',
    params: BoardParams,
    reply: z.array(GroupRule),
  },
  set: {
    method: 'PUT',
    url: '/boards/:boardId/groups',
    access: 'session',
    token: 'never',
    summary: `Quem está no grupo do provedor participa do quadro com este papel, desde a próxima entrada; muda o de um grupo que já participa. Até ${limits.boardGroups} por quadro`,
    params: BoardParams,
    body: z.object({ group: title(limits.groupName, texts.groupNameRequired, texts.groupNameTooLong), role: GroupRole }),
    reply: GroupRule,
  },
  remove: {
    method: 'DELETE',
    url: '/boards/:boardId/groups/:ruleId',
    access: 'session',
    token: 'never',
    summary: 'O grupo deixa de participar do quadro, e quem estava nele por esse grupo sai na hora',
    params: BoardParams.extend({ ruleId: Id }),
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
