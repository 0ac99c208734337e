import { limits } from '@rodada/contract/core/limits'
import type { Db } from '../../../platform/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { findRank } from '../../../platform/order/queries.ts'
import { addDays, dayOf, defaultTimeZone } from '../../../platform/time.ts'
import type { Work } from '../../../platform/work.ts'
import { type Actor, findActor } from '../../auth/queries.ts'
import { happened } from '../../boards/events.ts'
import { findList, listLists } from '../../boards/lists/queries.ts'
import { boardPolicy } from '../../boards/policy.ts'
import { type BoardRow, changeBoard, findBoardAccess, runChange } from '../../boards/queries.ts'
import type { Publish, Write } from '../../boards/write.ts'
import { copyInto } from '../copy-commands.ts'
import { type CardRow, cardsOfList, getCardsById, isShownOn } from '../queries.ts'
import { touchCard, updateCard } from '../write.ts'
import { daysBetween, nextDay } from './days.ts'
import { carryOn, claimRecurrence, deleteRecurrence, listDueRecurrences, untick } from './queries.ts'

type Context = Pick<Deps, 'db' | 'config' | 'events' | 'log'> & { write: Write; publish: Publish }
type Due = Awaited<ReturnType<typeof listDueRecurrences>>[number]
type Repeated = { work: Work; board: BoardRow; rule: Due; card: CardRow; list: { id: number; status: CardRow['status'] }; today: string }

/**
 * Job: repeats the cards whose day has come or that were done, each once over all processes, in the name of who said so. Where that person
 * may not write any more, the card stops to come again.
 * @param now the instant that it is
 */
export async function repeatCards(context: Context, now: Date): Promise<void> {
  const today = dayOf(now, defaultTimeZone)
  // One that cannot be repeated keeps no other one from it.
  for (const rule of await listDueRecurrences(context.db, today))
    await repeat(context, rule, today).catch((error: unknown) => context.log.error({ err: error, card: rule.card_id }, 'repeat of a card'))
}

async function repeat(context: Context, rule: Due, today: string): Promise<void> {
  const person = await whoMay(context, rule)
  if (!person) return stop(context, rule)
  try {
    await context.write(person, (work) => repeatOnce(context, work, person, rule, today))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (!isForGood(error)) return
    // Board, list or files are full: this time is left out, instead of being tried each minute. A completion has no next time, so that it is
    // tried again each day, and the activity says so once.
    const isAfterCompletion = rule.every === 'completion'
    const next = isAfterCompletion
      ? { next_on: addDays(today, 1), is_done: 1 }
      : { next_on: nextDay(rule.every, rule.set_on, today), is_done: 0 }
    const wasTold = isAfterCompletion && rule.next_on !== null
    await tellAndChange(context, rule, wasTold ? null : 'card.repeat_skipped', (work) => claimRecurrence(work.trx, rule, next))
  }
}

/** Whether a refusal holds as long as nobody changes anything. Who changed too much lately, or just lost the board, is seen by the next run. */
const isForGood = ({ id }: AppError): boolean => id !== 'too_many' && id !== 'forbidden' && id !== 'not_found'

async function whoMay({ db }: Context, { set_by, board_id }: Due): Promise<Actor | undefined> {
  const person = set_by === null ? undefined : await findActor(db, { userId: set_by, token: null })
  const board = person && (await findBoardAccess(db, person, board_id))
  return board && boardPolicy.write(board.role) ? person : undefined
}

const stop = (context: Context, rule: Due) =>
  tellAndChange(context, rule, 'card.repeat_stopped', (work) => deleteRecurrence(work.trx, rule.card_id))

/** Changes a rule as the program itself, which needs nobody's right, with a line of activity unless `kind` is null. */
async function tellAndChange(
  { db, events, publish }: Context,
  rule: Due,
  kind: 'card.repeat_stopped' | 'card.repeat_skipped' | null,
  change: (work: Work) => Promise<boolean>,
): Promise<void> {
  const { revision } = await runChange(db, async (trx) => {
    const work = events.begin(trx, null)
    const board = await changeBoard(trx, { userId: 0, role: 'admin', token: null }, rule.board_id, () => true)
    const card = await findThere(trx, board, rule)
    if (!card || !(await change(work))) return { revision: null }
    if (kind) await work.emit(happened, { board_id: board.id, card_id: card.id, kind, subject: card.title })
    await touchCard(work, board, card.id)
    return { revision: board.revision }
  })
  if (revision !== null) publish(rule.board_id, revision)
}

/** The card, unless it went to another board or is hidden since the rules were read, or the board became a template: the next run finds it there. */
async function findThere(trx: Db, board: BoardRow, rule: Due): Promise<CardRow | undefined> {
  const [card] = board.is_template === 1 ? [] : await getCardsById(trx, [rule.card_id])
  return card && isShownOn(board.id)(card) ? card : undefined
}

async function repeatOnce({ config }: Context, work: Work, person: Actor, rule: Due, today: string) {
  const { trx } = work
  const board = await changeBoard(trx, person, rule.board_id)
  const unchanged = { boardId: board.id, revision: null, result: undefined }
  const card = await findThere(trx, board, rule)
  const list = (await findList(trx, board.id, rule.list_id ?? 0)) ?? (await listLists(trx, board.id))[0]
  if (!card || !list || !(await claimRecurrence(trx, rule, { next_on: nextDay(rule.every, rule.set_on, today), is_done: 0 })))
    return unchanged
  const repeated: Repeated = { work, board, rule, card, list, today }
  if (rule.mode === 'copy') await copyAgain(repeated, person, config.files.boardMaxBytes)
  else await reset(repeated)
  return { boardId: board.id, revision: board.revision, result: undefined }
}

/** The dates of a card as many days later as its day is. */
function laterDates({ card, rule, today }: Repeated): Pick<CardRow, 'start_date' | 'due_date'> {
  const days = daysBetween(rule.dates_of, today)
  const later = (day: string | null) => {
    const next = day && addDays(day, days)
    return next && next <= `${limits.lastYear}-12-31` ? next : day
  }
  return { start_date: later(card.start_date), due_date: later(card.due_date) }
}

async function copyAgain(repeated: Repeated, person: Actor, boardMaxBytes: number): Promise<void> {
  const { work, board, rule, card, list, today } = repeated
  const copy = await copyInto(work, board, card, list, { place: { after_id: null }, userId: person.userId, boardMaxBytes })
  await updateCard(work, board, copy, laterDates(repeated), { follows: true })
  // After the completion of this one comes that of its copy.
  if (rule.every === 'completion') {
    await carryOn(work.trx, card.id, { card_id: copy.id, dates_of: today })
    await touchCard(work, board, card.id)
    await touchCard(work, board, copy.id)
  }
}

async function reset(repeated: Repeated): Promise<void> {
  const { work, board, card, list, today } = repeated
  const rank = await findRank(work.trx, cardsOfList(list.id), { after_id: null }, card.list_id === list.id ? card : undefined)
  await updateCard(work, board, card, { list_id: list.id, rank, status: list.status, ...laterDates(repeated) })
  if (await untick(work.trx, card.id)) await touchCard(work, board, card.id)
  await carryOn(work.trx, card.id, { dates_of: today })
}
