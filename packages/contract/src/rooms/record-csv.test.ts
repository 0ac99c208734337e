import { expect, test } from 'vitest'
import type { RecordRound } from './record.ts'
import { recordCsvHead, recordCsvLines } from './record-csv.ts'

const words = { columns: 'rodada,tarefa', confidences: 'seguro,em dúvida' }
const round: RecordRound = {
  round: 1,
  task: { title: 'Pix', task_id: null, card: null },
  votes: [],
  deck: ['1', '2'],
  average: '0.0',
  median: null,
  reasons: [],
  estimate: null,
  savedBy: null,
  savedAt: null,
  observers: 0,
  startedAt: null,
  revealedAt: '2026-11-11T13:05:00.000Z',
}
const vote = (participantId: number, userName: string, face: string) => ({ participantId, userName, vote: face })

test('spreadsheets are told that it is UTF-8, and every cell is quoted', () => {
  expect(recordCsvHead(words)).toBe('\uFEFF"rodada","tarefa"\r\n')
})

test('a vote is a line, two people of one name are two, and a reason stands beside the vote of who gave it', () => {
  const reasons = [{ participantId: 2, userName: 'Ana', avatar: null, text: 'Tem o estorno.' }]
  const votes = [vote(1, 'Ana', '1'), { ...vote(2, 'Ana', '2'), confidence: 'unsure' as const }]
  expect(recordCsvLines([{ ...round, votes, reasons, average: '1.5', median: 1.5, estimate: 2 }], words)).toBe(
    '"1","Pix","Ana","1","","","1.5","1.5","2","","2026-11-11T13:05:00.000Z"\r\n' +
      '"1","Pix","Ana","2","em dúvida","Tem o estorno.","1.5","1.5","2","","2026-11-11T13:05:00.000Z"\r\n',
  )
})

test('a round without votes has a line, and one of sizes or without numbers no average', () => {
  expect(recordCsvLines([{ ...round, task: null }], words)).toBe('"1","","","","","","","","","","2026-11-11T13:05:00.000Z"\r\n')
  expect(recordCsvLines([{ ...round, votes: [vote(1, 'Ana', 'M')], median: 'M' }], words)).toContain('"M","","","","M",""')
})

test.each(['=1+1', '+1', '-1', '@a', '\t=1', '\r=1', '  =1', 'a;=1', '"=1"'])('%j opens as a text, wherever it was typed', (text) => {
  const votes = [vote(1, text, '1')]
  const reasons = [{ participantId: 1, userName: text, avatar: null, text }]
  const lines = recordCsvLines([{ ...round, task: { title: text, task_id: null, card: null }, votes, reasons }], words)
  // Behind every place where a cell may end, before the sign of a formula, stands an apostrophe.
  expect(lines).not.toMatch(/(^|[;,|\t\r\n])[ "]*[=+\-@]/)
})
