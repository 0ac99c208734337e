import { CallError } from '../lib/call.ts'
import { toast } from './feedback.tsx'

/** The catalogue's text, and under it what the server said about the reason. */
export function tellProblem(text: string, reason: unknown): void {
  const detail = reason instanceof CallError ? reason.message : undefined
  toast(text, { kind: 'problem', detail: detail === text ? undefined : detail })
}
