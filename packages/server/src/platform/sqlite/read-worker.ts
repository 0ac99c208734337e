import { parentPort, workerData } from 'node:worker_threads'
import { openConnection } from './connection.ts'
import type { Answer, Question } from './read-thread.ts'

const { run } = openConnection(workerData as string, { readOnly: true, onQuery: undefined })

function answer({ id, sql, parameters }: Question): Answer {
  const began = performance.now()
  try {
    const { rows } = run(sql, parameters)
    return { id, ms: performance.now() - began, rows }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { id, ms: performance.now() - began, failed: { message, code } }
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)))
