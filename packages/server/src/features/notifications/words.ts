import type { Language } from '@rodada/contract/core/languages'
import { estimationPage } from '@rodada/contract/estimations/settings'
import type { Notification } from '@rodada/contract/notifications/notifications'
import type { MailKind, WatchedChange } from '@rodada/contract/notifications/settings'

/** The texts of notifications outside of the site: in emails and push messages. */
export type Words = {
  /** One notification as a sentence. */
  sentence: (notification: Notification) => string
  many: (count: number) => string
  test: { title: string; body: string }
  hello: (name: string) => string
  emails: Record<Exclude<MailKind, 'weekly_digest'>, { subject: (count: number) => string; lead: string; button: string }>
  digest: {
    subject: string
    lead: string
    completed: (count: number) => string
    late: (count: number) => string
    due: (count: number) => string
    more: (count: number) => string
    day: (day: string) => string
    button: string
  }
  foot: string
  /** Why the email was sent, and the link that unsubscribes from its kind. */
  reason: Record<MailKind, string>
  end: string
}

const dayForms: Record<Language, Intl.DateTimeFormatOptions> = {
  'pt-BR': { weekday: 'short', day: '2-digit', month: '2-digit' },
  'en-US': { weekday: 'short', month: 'short', day: 'numeric' },
  'es-ES': { weekday: 'short', day: '2-digit', month: '2-digit' },
}
/** Made on first use: three formatters would take a twentieth of the start. */
const dayIn = (language: Language) => {
  let format: Intl.DateTimeFormat | undefined
  return (day: string) => {
    format ??= new Intl.DateTimeFormat(language, { ...dayForms[language], timeZone: 'UTC' })
    return format.format(new Date(`${day}T00:00:00Z`))
  }
}

/** Whether it stands for several things of a board. */
const isCrowd = ({ kind, count, details }: Notification): boolean => kind !== 'board_updated' && details.cards !== undefined && count > 1
/** The subject; for one that stands for several, the first of them. */
const subjectOf = ({ kind, subject, details }: Notification): string =>
  kind === 'board_updated' ? subject : (details.cards?.[0] ?? subject)

/** The board that it is of. What is of none is called by its subject. */
const boardOf = ({ board, subject }: Notification): { title: string } => board ?? { title: subject }

/** What was said, where it is still to be read. */
const quoted = ({ details: { excerpt } }: Notification): string => (excerpt === undefined ? '' : `: “${excerpt}”`)

/** What somebody did on a watched card; the day is that which it is due from now on. */
type Changes = Record<WatchedChange, (what: string, day?: string) => string>
const changeIn = (changes: Changes, day: (day: string) => string, { details, subject }: Notification): string =>
  changes[details.change ?? 'edited'](subject, details.due_date && day(details.due_date))

const portugueseChanges: Changes = {
  created: (what) => `criou ${what}`,
  done: (what) => `concluiu ${what}`,
  reopened: (what) => `reabriu ${what}`,
  moved: (what) => `moveu ${what}`,
  assigned: (what) => `mudou o responsável de ${what}`,
  archived: (what) => `arquivou ${what}`,
  restored: (what) => `trouxe de volta ${what}`,
  deleted: (what) => `excluiu ${what}`,
  edited: (what) => `mudou ${what}`,
  due: (what, day) => (day ? `mudou o prazo de ${what} para ${day}` : `tirou o prazo de ${what}`),
}
const portugueseDay = dayIn('pt-BR')
const portugueseChange = (notification: Notification) => changeIn(portugueseChanges, portugueseDay, notification)

const portuguese: Words = {
  sentence: (notification) => {
    const { kind, actor, count, details } = notification
    const board = boardOf(notification)
    const subject = subjectOf(notification)
    const isOfBoard = isCrowd(notification)
    const who = actor?.name ?? 'Alguém'
    switch (kind) {
      case 'card_assigned':
        return isOfBoard ? `${who} atribuiu ${count} cartões a você em ${board.title}` : `${who} atribuiu a você: ${subject}`
      case 'card_joined':
        return isOfBoard ? `${who} incluiu você em ${count} cartões de ${board.title}` : `${who} incluiu você em: ${subject}`
      case 'card_mentioned':
        if (isOfBoard) return `${who} mencionou você ${count} vezes em ${board.title}`
        return count > 1
          ? `${who} mencionou você em ${subject} (e mais ${count - 1})${quoted(notification)}`
          : `${who} mencionou você em ${subject}${quoted(notification)}`
      case 'card_commented':
        return count > 1
          ? `${count} comentários novos em ${isOfBoard ? board.title : subject}`
          : `${who} comentou em ${subject}${quoted(notification)}`
      case 'card_changed':
        return count > 1
          ? `${who} fez ${count} mudanças em ${isOfBoard ? board.title : subject}`
          : `${who} ${portugueseChange(notification)}`
      case 'card_due':
        if (isOfBoard)
          return details.when === 'today'
            ? `${count} cartões seus vencem hoje em ${board.title}`
            : `${count} cartões seus vencem amanhã em ${board.title}`
        return details.when === 'today' ? `Vence hoje: ${subject}` : `Vence amanhã: ${subject}`
      case 'board_updated':
        return `${who} fez ${count === 1 ? '1 mudança' : `${count} mudanças`} em ${board.title}`
      case 'board_added':
        return `${who} colocou você no quadro ${board.title}`
      case 'invitation_accepted':
        return `${subject} aceitou o seu convite para ${board.title}`
      case 'votes_asked':
        return count === 1
          ? `${who} pede a sua estimativa de 1 cartão de ${board.title}, sem reunião`
          : `${who} pede a sua estimativa de ${count} cartões de ${board.title}, sem reunião`
      case 'webhook_off':
        return `O webhook ${subject} de ${board.title} foi desligado: o endereço não respondia`
      case 'import_done':
        return `A importação de ${board.title} terminou`
      case 'import_failed':
        return `A importação em ${board.title} não deu certo, e foi desfeita`
      case 'import_undone':
        return `A importação em ${board.title} foi desfeita`
      case 'import_without_board':
        return `A importação de ${subject} não deu certo, e nada dela ficou: ${details.reason ?? ''}`
      case 'votes_missing':
        return `Faltam votos seus na estimativa de ${board.title}, e o prazo está perto`
      case 'sprint_ended':
        return isOfBoard ? `${who} encerrou ${count} sprints em ${board.title}` : `${who} encerrou ${subject}`
    }
  },
  many: (count) => `Você tem ${count} novidades`,
  test: { title: 'Tudo certo', body: 'Os avisos da Rodada chegam a este navegador.' },
  hello: (name) => `Olá, ${name}.`,
  emails: {
    card_assignments: {
      subject: (count) => (count === 1 ? 'Há novidade em um cartão seu' : `Há ${count} novidades nos seus cartões`),
      lead: 'Isto aconteceu agora há pouco:',
      button: 'Abrir a Rodada',
    },
    due_date_reminders: {
      subject: (count) => (count === 1 ? 'Um prazo seu está chegando' : `${count} prazos seus estão chegando`),
      lead: 'Isto é com você, e o prazo está chegando:',
      button: 'Ver as minhas tarefas',
    },
    board_updates: {
      subject: () => 'O que mudou nos seus quadros',
      lead: 'Desde a última vez que você olhou:',
      button: 'Abrir os quadros',
    },
  },
  digest: {
    subject: 'O resumo da sua semana',
    lead: 'Boa segunda-feira. Este é o seu resumo:',
    completed: (count) => (count === 1 ? 'Você concluiu 1 cartão na semana passada.' : `Você concluiu ${count} cartões na semana passada.`),
    late: (count) => `Atrasados (${count})`,
    due: (count) => `Vencem nesta semana (${count})`,
    more: (count) => (count === 1 ? 'e mais 1' : `e mais ${count}`),
    day: portugueseDay,
    button: 'Abrir o painel',
  },
  foot: 'Mensagem automática da Rodada.',
  reason: {
    card_assignments: 'Você recebe este e-mail porque pediu avisos sobre os seus cartões.',
    due_date_reminders: 'Você recebe este e-mail porque pediu lembretes de prazo.',
    board_updates: 'Você recebe este e-mail porque pediu avisos sobre os seus quadros.',
    weekly_digest: 'Você recebe este e-mail porque pediu o resumo semanal.',
  },
  end: 'Não receber mais e-mails como este',
}

const englishChanges: Changes = {
  created: (what) => `created ${what}`,
  done: (what) => `completed ${what}`,
  reopened: (what) => `reopened ${what}`,
  moved: (what) => `moved ${what}`,
  assigned: (what) => `changed the assignee of ${what}`,
  archived: (what) => `archived ${what}`,
  restored: (what) => `restored ${what}`,
  deleted: (what) => `deleted ${what}`,
  edited: (what) => `changed ${what}`,
  due: (what, day) => (day ? `changed the due date of ${what} to ${day}` : `removed the due date of ${what}`),
}
const englishDay = dayIn('en-US')
const englishChange = (notification: Notification) => changeIn(englishChanges, englishDay, notification)

const english: Words = {
  sentence: (notification) => {
    const { kind, actor, count, details } = notification
    const board = boardOf(notification)
    const subject = subjectOf(notification)
    const isOfBoard = isCrowd(notification)
    const who = actor?.name ?? 'Somebody'
    switch (kind) {
      case 'card_assigned':
        return isOfBoard ? `${who} assigned ${count} cards to you on ${board.title}` : `${who} assigned to you: ${subject}`
      case 'card_joined':
        return isOfBoard ? `${who} added you to ${count} cards on ${board.title}` : `${who} added you to: ${subject}`
      case 'card_mentioned':
        if (isOfBoard) return `${who} mentioned you ${count} times on ${board.title}`
        return count > 1
          ? `${who} mentioned you in ${subject} (and ${count - 1} more)${quoted(notification)}`
          : `${who} mentioned you in ${subject}${quoted(notification)}`
      case 'card_commented':
        return count > 1
          ? `${count} new comments on ${isOfBoard ? board.title : subject}`
          : `${who} commented on ${subject}${quoted(notification)}`
      case 'card_changed':
        return count > 1 ? `${who} made ${count} changes to ${isOfBoard ? board.title : subject}` : `${who} ${englishChange(notification)}`
      case 'card_due':
        if (isOfBoard)
          return details.when === 'today'
            ? `${count} of your cards on ${board.title} are due today`
            : `${count} of your cards on ${board.title} are due tomorrow`
        return details.when === 'today' ? `Due today: ${subject}` : `Due tomorrow: ${subject}`
      case 'board_updated':
        return `${who} made ${count === 1 ? '1 change' : `${count} changes`} to ${board.title}`
      case 'board_added':
        return `${who} added you to the board ${board.title}`
      case 'invitation_accepted':
        return `${subject} accepted your invitation to ${board.title}`
      case 'votes_asked':
        return count === 1
          ? `${who} asks for your estimate of 1 card on ${board.title}, without a meeting`
          : `${who} asks for your estimates of ${count} cards on ${board.title}, without a meeting`
      case 'webhook_off':
        return `The webhook ${subject} of ${board.title} was switched off: its address did not answer`
      case 'import_done':
        return `The import of ${board.title} is done`
      case 'import_failed':
        return `The import into ${board.title} did not work, and was undone`
      case 'import_undone':
        return `The import into ${board.title} was undone`
      case 'import_without_board':
        return `The import of ${subject} did not work, and nothing of it was kept: ${details.reason ?? ''}`
      case 'votes_missing':
        return `Votes of yours are missing in the estimation on ${board.title}, and it closes soon`
      case 'sprint_ended':
        return isOfBoard ? `${who} closed ${count} sprints on ${board.title}` : `${who} closed ${subject}`
    }
  },
  many: (count) => `You have ${count} updates`,
  test: { title: 'All set', body: 'Notifications from Rodada will reach this browser.' },
  hello: (name) => `Hello, ${name}.`,
  emails: {
    card_assignments: {
      subject: (count) => (count === 1 ? 'There is an update on one of your cards' : `There are ${count} updates on your cards`),
      lead: 'This happened just now:',
      button: 'Open Rodada',
    },
    due_date_reminders: {
      subject: (count) => (count === 1 ? 'Something of yours is almost due' : `${count} things of yours are almost due`),
      lead: 'This is yours, and it is due soon:',
      button: 'See my tasks',
    },
    board_updates: { subject: () => 'What changed on your boards', lead: 'Since you last looked:', button: 'Open the boards' },
  },
  digest: {
    subject: 'Your week at a glance',
    lead: 'Happy Monday. This is your summary:',
    completed: (count) => (count === 1 ? 'You completed 1 card last week.' : `You completed ${count} cards last week.`),
    late: (count) => `Overdue (${count})`,
    due: (count) => `Due this week (${count})`,
    more: (count) => `and ${count} more`,
    day: englishDay,
    button: 'Open the dashboard',
  },
  foot: 'Automatic message from Rodada.',
  reason: {
    card_assignments: 'You receive this email because you asked for updates about your cards.',
    due_date_reminders: 'You receive this email because you asked for due-date reminders.',
    board_updates: 'You receive this email because you asked for updates about your boards.',
    weekly_digest: 'You receive this email because you asked for the weekly digest.',
  },
  end: 'Stop receiving emails like this one',
}

const spanishChanges: Changes = {
  created: (what) => `creó ${what}`,
  done: (what) => `completó ${what}`,
  reopened: (what) => `reabrió ${what}`,
  moved: (what) => `movió ${what}`,
  assigned: (what) => `cambió el responsable de ${what}`,
  archived: (what) => `archivó ${what}`,
  restored: (what) => `restauró ${what}`,
  deleted: (what) => `eliminó ${what}`,
  edited: (what) => `cambió ${what}`,
  due: (what, day) => (day ? `cambió la fecha límite de ${what} a ${day}` : `quitó la fecha límite de ${what}`),
}
const spanishDay = dayIn('es-ES')
const spanishChange = (notification: Notification) => changeIn(spanishChanges, spanishDay, notification)

const spanish: Words = {
  sentence: (notification) => {
    const { kind, actor, count, details } = notification
    const board = boardOf(notification)
    const subject = subjectOf(notification)
    const isOfBoard = isCrowd(notification)
    const who = actor?.name ?? 'Alguien'
    switch (kind) {
      case 'card_assigned':
        return isOfBoard ? `${who} te asignó ${count} tarjetas en ${board.title}` : `${who} te asignó: ${subject}`
      case 'card_joined':
        return isOfBoard ? `${who} te incluyó en ${count} tarjetas de ${board.title}` : `${who} te incluyó en: ${subject}`
      case 'card_mentioned':
        if (isOfBoard) return `${who} te mencionó ${count} veces en ${board.title}`
        return count > 1
          ? `${who} te mencionó en ${subject} (y ${count - 1} más)${quoted(notification)}`
          : `${who} te mencionó en ${subject}${quoted(notification)}`
      case 'card_commented':
        return count > 1
          ? `${count} comentarios nuevos en ${isOfBoard ? board.title : subject}`
          : `${who} comentó en ${subject}${quoted(notification)}`
      case 'card_changed':
        return count > 1 ? `${who} hizo ${count} cambios en ${isOfBoard ? board.title : subject}` : `${who} ${spanishChange(notification)}`
      case 'card_due':
        if (isOfBoard)
          return details.when === 'today'
            ? `${count} tarjetas tuyas vencen hoy en ${board.title}`
            : `${count} tarjetas tuyas vencen mañana en ${board.title}`
        return details.when === 'today' ? `Vence hoy: ${subject}` : `Vence mañana: ${subject}`
      case 'board_updated':
        return `${who} hizo ${count === 1 ? '1 cambio' : `${count} cambios`} en ${board.title}`
      case 'board_added':
        return `${who} te añadió al tablero ${board.title}`
      case 'invitation_accepted':
        return `${subject} aceptó tu invitación a ${board.title}`
      case 'votes_asked':
        return count === 1
          ? `${who} te pide tu estimación de 1 tarjeta de ${board.title}, sin reunión`
          : `${who} te pide tu estimación de ${count} tarjetas de ${board.title}, sin reunión`
      case 'webhook_off':
        return `El webhook ${subject} de ${board.title} se desactivó: la dirección no respondía`
      case 'import_done':
        return `La importación de ${board.title} terminó`
      case 'import_failed':
        return `La importación en ${board.title} no salió bien, y se deshizo`
      case 'import_undone':
        return `La importación en ${board.title} se deshizo`
      case 'import_without_board':
        return `La importación de ${subject} no salió bien, y no quedó nada de ella: ${details.reason ?? ''}`
      case 'votes_missing':
        return `Faltan votos tuyos en la estimación de ${board.title}, y el plazo está cerca`
      case 'sprint_ended':
        return isOfBoard ? `${who} cerró ${count} sprints en ${board.title}` : `${who} cerró ${subject}`
    }
  },
  many: (count) => `Tienes ${count} novedades`,
  test: { title: 'Todo listo', body: 'Los avisos de Rodada llegan a este navegador.' },
  hello: (name) => `Hola, ${name}:`,
  emails: {
    card_assignments: {
      subject: (count) => (count === 1 ? 'Hay una novedad en una tarjeta tuya' : `Hay ${count} novedades en tus tarjetas`),
      lead: 'Esto acaba de pasar:',
      button: 'Abrir Rodada',
    },
    due_date_reminders: {
      subject: (count) => (count === 1 ? 'Una fecha límite tuya se acerca' : `${count} fechas límite tuyas se acercan`),
      lead: 'Esto es cosa tuya, y la fecha límite se acerca:',
      button: 'Ver mis tareas',
    },
    board_updates: { subject: () => 'Qué cambió en tus tableros', lead: 'Desde la última vez que miraste:', button: 'Abrir los tableros' },
  },
  digest: {
    subject: 'El resumen de tu semana',
    lead: 'Feliz lunes. Este es tu resumen:',
    completed: (count) => (count === 1 ? 'Completaste 1 tarjeta la semana pasada.' : `Completaste ${count} tarjetas la semana pasada.`),
    late: (count) => `Atrasadas (${count})`,
    due: (count) => `Vencen esta semana (${count})`,
    more: (count) => `y ${count} más`,
    day: spanishDay,
    button: 'Abrir el panel',
  },
  foot: 'Mensaje automático de Rodada.',
  reason: {
    card_assignments: 'Recibes este correo porque pediste avisos sobre tus tarjetas.',
    due_date_reminders: 'Recibes este correo porque pediste recordatorios de fechas límite.',
    board_updates: 'Recibes este correo porque pediste avisos sobre tus tableros.',
    weekly_digest: 'Recibes este correo porque pediste el resumen semanal.',
  },
  end: 'No recibir más correos como este',
}

export const wordsIn: Record<Language, Words> = { 'pt-BR': portuguese, 'en-US': english, 'es-ES': spanish }

/** The page that a notification leads to. */
export function pathOf({ kind, board, card_id, sprint_id, estimation_id, details }: Notification): string {
  if (details.import_id !== undefined && kind !== 'import_done') return `/trazer?id=${details.import_id}`
  if (estimation_id !== null) return `${estimationPage}${estimation_id}`
  if (board === null) return '/notificacoes'
  if (card_id !== null) return `/board/${board.id}?card=${card_id}`
  return sprint_id === null ? `/board/${board.id}` : `/sprint/${sprint_id}/report`
}
