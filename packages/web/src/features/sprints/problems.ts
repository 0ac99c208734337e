import { CallError } from '../../lib/call.ts'
import { toast } from '../../ui/feedback.tsx'

/** Why something failed, for the texts that end with the reason. */
export const detailOf = (reason: unknown): string => (reason instanceof Error ? reason.message : '')

/** The catalogue's text, and under it what the server said about the reason. */
export function tellProblem(text: string, reason: unknown): void {
  const detail = reason instanceof CallError ? reason.message : undefined
  toast(text, { kind: 'problem', detail: detail === text ? undefined : detail })
}
