/** Constants of the integrations, free of schemas: the web reads them without loading any validation. */

/** What a link on a card leads to, as far as its address tells. */
export const attachmentKinds = ['document', 'spreadsheet', 'presentation', 'file', 'folder', 'link'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

/** What an issue or a pull request is; the last two are only a pull request. */
export const githubStates = ['open', 'closed', 'draft', 'merged'] as const
export type GithubState = (typeof githubStates)[number]

/** Why a link's state is not the newest: the linker's account, the repository, or the way there. */
export const githubProblems = ['disconnected', 'revoked', 'not_found', 'rate_limited', 'unreachable', 'forbidden'] as const
/** Why an import stopped or waits: that, or there is no room on the board, or in a list with a hard limit. */
export const importProblems = [...githubProblems, 'full', 'list_full'] as const

export const importStatuses = ['running', 'done', 'cancelled', 'failed'] as const

/**
 * Why an integration of a board stands still: nobody is known to have set it up, or who did no longer administers the board. An
 * administrator who sets it again, or confirms it, answers for it from then on.
 */
export const stopReasons = ['unknown_person', 'lost_rights'] as const
export type StopReason = (typeof stopReasons)[number]

/** Where assistants that speak MCP work with boards. */
export const mcpPath = '/mcp'

/** What a board may tell a program of. The name is the `type` of the message. */
export const webhookEvents = [
  'card.created',
  'card.updated',
  'card.moved',
  'card.done',
  'card.reopened',
  'card.archived',
  'card.restored',
  'card.deleted',
  'comment.created',
  'sprint.started',
  'sprint.ended',
  'member.added',
  'member.removed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]
/** Every `type` of a message: what a board may tell, and the test that somebody asks for. */
export const webhookTypes = [...webhookEvents, 'webhook.test'] as const
export type WebhookType = (typeof webhookTypes)[number]

/** What is sent: the signed message of programs, or a sentence as one of these services takes it. */
export const webhookForms = ['rodada', 'slack', 'discord', 'teams', 'mattermost', 'ntfy'] as const
export type WebhookForm = (typeof webhookForms)[number]

/**
 * 'waiting': it will be tried, or tried again. 'failed': given up after the last try. 'dropped': never tried to the end, because too much waited or the
 * webhook stopped.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why no status came back: what the address leads to, the way there, or an answer that never ended. */
export const deliveryProblems = ['address', 'unreachable', 'timeout', 'too_large', 'crowded', 'stopped'] as const
export type DeliveryProblem = (typeof deliveryProblems)[number]

/** Where GitHub may send people back to. */
export const githubReturnPaths = ['/settings'] as const
/** How long the confirmation of a connected GitHub account is shown, in milliseconds. */
export const githubBannerMs = 5_000
/** How long an authorization may take, from the click to the return, in milliseconds. */
export const githubStateMs = 10 * 60_000
/** After this a link is asked again when its card is opened, in milliseconds. */
export const githubStaleMs = 5 * 60_000

const pattern = /^(?:https?:\/\/[^/\s]+\/)?([\w.-]{1,100})\/([\w.-]{1,100})(?:#|\/(?:issues|pull|pulls)\/)(\d{1,9})(?:[/?#].*)?$/

export type IssueAddress = { owner: string; repo: string; number: number }

/** What somebody pasted as the address of an issue or pull request: its page, or `owner/repo#1`. */
export function readIssueAddress(text: string): IssueAddress | undefined {
  const [, owner, repo, number] = pattern.exec(text.trim()) ?? []
  if (!owner || !repo || !number || [owner, repo].some((name) => /^\.+$/.test(name))) return undefined
  return { owner, repo, number: Number(number) }
}

/** `owner/repo`, or the address of a repository's page. */
export function readRepository(text: string): { owner: string; repo: string } | undefined {
  const [, owner, name = ''] = /^(?:https?:\/\/[^/\s]+\/)?([\w.-]{1,100})\/([\w.-]{1,100})\/?$/.exec(text.trim()) ?? []
  const repo = name.replace(/\.git$/, '')
  if (!owner || !repo || [owner, repo].some((part) => /^\.+$/.test(part))) return undefined
  return { owner, repo }
}

/** What a link leads to, by its address alone. */
export function attachmentKindOf(url: string): AttachmentKind {
  const { hostname, pathname } = new URL(url)
  if (hostname === 'drive.google.com') return pathname.includes('/folders/') ? 'folder' : 'file'
  if (hostname !== 'docs.google.com') return 'link'
  if (pathname.startsWith('/document/')) return 'document'
  if (pathname.startsWith('/spreadsheets/')) return 'spreadsheet'
  return pathname.startsWith('/presentation/') ? 'presentation' : 'file'
}
