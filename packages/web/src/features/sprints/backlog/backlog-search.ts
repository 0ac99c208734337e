import { conditionWords, writeCondition } from '@rodada/contract/boards/field-conditions'
import { type CardFilter, noFilter } from '../../../ui/filters/card-filter.ts'

const joined = (parts: readonly (string | number)[]): string => parts.join(',')

/** A filter as the server is asked; `me` is who looks. */
export function queryOf(filter: CardFilter = noFilter, me = 0) {
  const { text, people, labels, priorities, due, start, blocked, recurs, files, idle, unestimated } = filter
  const ids = people.map((person) => (person === 'me' ? me : (person ?? 0)))
  const fields = [
    ...Object.entries(filter.fields).flatMap(([id, values]) =>
      values.map((value) => `${id}.${value === true ? 'any' : (value ?? 'none')}`),
    ),
    ...Object.entries(filter.conditions).flatMap(([id, condition]) =>
      writeCondition(condition, conditionWords).map((part) => `${id}.${part}`),
    ),
  ]
  return {
    ...(text.trim() && { q: text.trim() }),
    ...(labels.length > 0 && { labels: joined(labels) }),
    ...(ids.length > 0 && { people: joined([...new Set(ids)]) }),
    ...(priorities.length > 0 && { priorities: joined(priorities) }),
    ...(due.length > 0 && { due: joined(due) }),
    ...(start.length > 0 && { start: joined(start) }),
    ...(blocked && { blocked: 'true' as const }),
    ...(recurs && { recurs: 'true' as const }),
    ...(files && { files: 'true' as const }),
    ...(idle && { idle: 'true' as const }),
    ...(fields.length > 0 && { fields: joined(fields) }),
    ...(unestimated && { estimated: 'false' as const }),
  }
}
