import { topic } from '../../platform/work.ts'

/** Sessions of an account ended before their time. Which browsers they were in nobody knows. */
export const sessionsEnded = topic<{ userId: number }>('sessions ended')
