import { CallError } from '../../lib/call/call.ts'
import { toast } from './feedback.tsx'

/** What the server said about the reason, when it says more than the text. */
export const reasonOf = (text: string, reason: unknown): string | undefined =>
  reason instanceof CallError && reason.message !== text ? reason.message : undefined

/** The catalogue's text, and under it what the server said about the reason. */
export function tellProblem(text: string, reason?: unknown): void {
  toast(text, { kind: 'problem', detail: reasonOf(text, reason) })
}
