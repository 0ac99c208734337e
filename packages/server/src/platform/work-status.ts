import type { WorkStatus } from '@rodada/contract/fields'
import { folded } from './folded.ts'

const words: [WorkStatus, RegExp][] = [
  ['cancelada', /cancel/],
  ['impedimento', /imped|bloque|blocked/],
  ['concluida', /conclu|feit[oa]|\bhech[oa]|pront[oa]|entreg|finaliz|terminad|\bdone\b|\bcomplete/],
  ['em_andamento', /andamento|fazendo|haciendo|en curso|progress|revis|review|teste|\bdoing\b/],
]

/** The status that the name of a list or column speaks of, pendente when none. */
export function statusOfName(name: string): WorkStatus {
  const text = folded(name)
  return words.find(([, pattern]) => pattern.test(text))?.[0] ?? 'pendente'
}
