/** Constants of sprints, free of schemas: the web reads them without loading any validation. */

export const sprintStatuses = ['planejada', 'ativa', 'encerrada'] as const

/** Where the days of sprints begin and end, wherever a person is: a sprint is the whole team's, and so are its days. */
export const teamTimeZone = 'America/Sao_Paulo'

/** Priorities as sprint calls speak them, by how they are stored. */
export const taskPriorities = { none: 'nenhuma', low: 'baixa', medium: 'media', high: 'alta', urgent: 'urgente' } as const
/** Everything that sprint calls accept as a priority, with what it means. */
export const taskPriorityInputs = {
  nenhuma: 'none',
  baixa: 'low',
  media: 'medium',
  alta: 'high',
  urgente: 'urgent',
  none: 'none',
  low: 'low',
  medium: 'medium',
  high: 'high',
  urgent: 'urgent',
  critical: 'urgent',
} as const

/** Hours are planned in halves. */
export const hoursStep = 0.5

/** When a new sprint starts and ends if nobody says otherwise, in days from today. */
export const sprintStartsInDays = 7
export const sprintEndsInDays = 14

/** How a sprint's remaining work is counted. */
export const sprintUnits = ['points', 'hours', 'tasks'] as const

/** How long the first sprint of a board is to last, in days, both ends counted. Later ones last as long as the one before. */
export const firstSprintDays = 14

/** For how long a sprint that ended can be opened again, in hours. */
export const reopenHours = 24

/** What a sprint can hold is the mean of so many ended sprints. */
export const averageSprints = 3

/** The velocity looks back on so many ended sprints of a board. */
export const velocitySprints = 8

/** Years that 'Minhas Tarefas' offers before and after the current one. */
export const myTasksYearsAround = 2
