import type { Database } from '../platform/database.ts'
import type { AccountTables } from './tables/accounts.ts'
import type { BoardTables } from './tables/boards.ts'
import type { CardTables } from './tables/cards.ts'
import type { InstanceTables } from './tables/instance.ts'
import type { IntegrationTables } from './tables/integrations.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { RoomTables } from './tables/rooms.ts'
import type { SprintTables } from './tables/sprints.ts'

/**
 * The tables as the latest migration leaves them. Instants are ISO 8601 UTC texts written by the program on both databases,
 * so they compare as text; flags are nullable instants or 0/1.
 */
export type Schema = AccountTables &
  InstanceTables &
  RoomTables &
  BoardTables &
  CardTables &
  SprintTables &
  IntegrationTables &
  NotificationTables

export type Db = Database<Schema>
