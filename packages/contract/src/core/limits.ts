/**
 * Every limit of the product in one place: forms, server checks and tests read the same number.
 * Lengths are UTF-16 code units, durations milliseconds, unless the name says otherwise.
 */
export const limits = {
  personName: 100,
  email: 255,
  passwordMin: 6,
  /** Argon2 cost does not grow with the password, but an unbounded one is a way to fill memory. */
  passwordMax: 200,
  /** One of ours is a word; another client may send a picture's address, which counts as none. */
  avatar: 2048,
  /** An uploaded picture, in bytes; the longest edge of one that is drawn from, in pixels; the edge of what is stored. */
  avatarBytes: 2 * 1024 * 1024,
  avatarEdgeMax: 5000,
  avatarEdge: 256,
  bio: 500,
  phone: 30,
  /** Company, position, place and site of a person. */
  profileText: 200,
  roomCode: 6,
  roomName: 60,
  roomPasswordMin: 4,
  roomPasswordMax: 72,
  roomSeats: 2000,
  /** Of one network address at one table: guests, and guests that are away. */
  roomGuestsOfAddress: 1500,
  roomAwayGuestsOfAddress: 50,
  taskTitle: 200,
  /** Cards on a room's table. */
  roomTasks: 100,
  /** Votes that a card keeps of each round, and rounds of one page. */
  estimateVotes: 200,
  estimatesPage: 20,
  /** Characters of the sender's name of a chat message. */
  messageKey: 40,
  chatMessage: 500,
  chatHistory: 200,
  /** Of what somebody saw in a task: one line. */
  voteReason: 140,
  deckMin: 2,
  deckMax: 20,
  /** Characters of a face, and its UTF-16 code units. */
  deckFace: 4,
  deckCard: 8,
  /** Characters of a deck as somebody types it. */
  deckText: 200,
  /** Decks that an account keeps, and sizes that a board says the points of. */
  ownDecks: 10,
  deckPoints: 60,
  /** Rounds of a room that are listed under 'Nesta sessão'. */
  pastRounds: 20,
  /** Of one page of a room's record: rounds, and votes, of which one round alone may have more; and rooms in one page of those with a record. */
  recordRounds: 50,
  recordVotes: 2000,
  recordRooms: 20,
  /** The shortest and the longest timer of a room, in seconds. */
  timerMin: 30,
  timerMax: 3600,
  activeRooms: 50,
  boardTitle: 255,
  boardDescription: 500,
  /** Boards that one person may make. */
  boardsOfPerson: 500,
  boardLists: 200,
  /** Cards of a board that are neither archived nor deleted. */
  boardCards: 20_000,
  boardMembers: 500,
  boardLabels: 100,
  /** People that are named as having a board open; the others are only counted. */
  boardPeople: 50,
  /** Invitations of a board that wait for an answer, those to the Rodada itself, and addresses that are invited at once. */
  boardInvitations: 100,
  signUpInvitations: 500,
  invitedAtOnce: 100,
  /** Domains whose addresses may make an account. */
  signUpDomains: 20,
  listTitle: 255,
  /** The largest limit of work in progress of a list. */
  wipLimit: 999,
  cardTitle: 255,
  /** Letters of a board's prefix, prefixes that it had and is still found by, and keys that are read in one text. */
  keyPrefixMin: 2,
  keyPrefixMax: 6,
  formerPrefixes: 20,
  keysInText: 20,
  /** The largest number of a key that an import brings: what is behind it, up to nine digits, is for new cards. */
  importedKeyNumber: 99_999_999,
  /** Relations of one card; how long a chain of blocks, of parts or of duplicates may be, and how many cards are looked at for a circle. */
  cardRelations: 100,
  /** Links of a card to cards of other boards, from which on who only reads it adds none. */
  foreignLinks: 10,
  relationChain: 50,
  relationCards: 2000,
  /** Of a new card, as the specification has it; of a card that is there, and of it where it stands among others. */
  cardDescription: 500,
  fullDescription: 20_000,
  descriptionExcerpt: 1000,
  cardNotes: 500,
  cardChecklists: 20,
  /** People who take part in a card. */
  cardParticipants: 20,
  /** Labels of a card. */
  cardLabels: 20,
  /** Cards and boards that one person watches. */
  watchedCards: 2000,
  watchedBoards: 200,
  /** Cards that come again in the name of one person. */
  repeatedCards: 200,
  cardComments: 2000,
  checklistTitle: 255,
  checklistItems: 200,
  checklistItem: 500,
  labelName: 50,
  /** Fields of a board, options of one, the names of both, and what a field holds of text and, up or down, of numbers. */
  boardFields: 30,
  fieldOptions: 50,
  fieldName: 60,
  fieldText: 500,
  /** Letters of all texts together that a card shows of its fields among thousands of cards: what goes beyond is cut. */
  shownTexts: 500,
  /** Fields that one search filters by: each is looked up for every card of the board. */
  fieldFilters: 10,
  fieldNumber: 1e12,
  /** Decimal places of a number. */
  fieldDecimals: 4,
  /** Templates of cards of a board, the name of one, and the letters of its description and checklists together. */
  cardTemplates: 50,
  templateName: 60,
  templateText: 60_000,
  /**
   * Filters that one person keeps of a board, and filters that a board has for all; the name of one, and what one asks for of a kind and
   * of all kinds together.
   */
  savedFilters: 50,
  filterName: 60,
  /** Personal tokens of one account, also expired ones that are still listed; boards of one. */
  tokenName: 60,
  tokensOfPerson: 50,
  tokenBoards: 100,
  filterParts: 50,
  filterPartsInAll: 200,
  cardAttachments: 50,
  attachmentTitle: 255,
  attachmentUrl: 2048,
  /** Files of one card, and how many addresses of files are signed at once. */
  cardFiles: 100,
  boardFiles: 20_000,
  fileAddresses: 100,
  /** Of a file's name, in bytes of UTF-8: as much as file systems take. */
  fileName: 255,
  /** Of one file, and of all files of a board, in bytes, unless the settings say otherwise. */
  fileBytes: 25_000_000,
  boardFileBytes: 2_000_000_000,
  /** What files leave free on their disk for the database and whatever else is there, unless the settings say otherwise. */
  diskKeptFree: 1_000_000_000,
  /** The largest picture that a preview is drawn of, in pixels, and the longest edge of the preview. */
  filePixels: 40_000_000,
  filePreviewEdge: 640,
  /** Uploads of one person, and of one network, that may be under way on a process; the first one of a person finds more room. */
  uploadsAtOnce: 4,
  uploadsOfNetwork: 60,
  /** Boards that one person, and everybody of one network, may have exported at the same time on a process. */
  exportsAtOnce: 2,
  exportsOfNetwork: 40,
  /** Of one import: its file in bytes; people, columns and characters of an id in it; and how many of one person wait or are under way. */
  importBytes: 128 * 1024 * 1024,
  importPeople: 1000,
  importColumns: 200,
  importKey: 200,
  /** Characters of the key or the token with which files of another tool are fetched. */
  importSecret: 200,
  importsOfPerson: 5,
  /** Imports of a person that are listed. */
  importsListed: 20,
  /** Cards of one import, archived ones too, and characters of one comment that it brings. */
  importCards: 60_000,
  importedComment: 20_000,
  /** Changes of lists of one card that an import brings, the last ones. */
  importedMoves: 1000,
  /** Relations of cards that an import brings, and cards that are looked at while it is written, so that none closes a circle. */
  importRelations: 200_000,
  importLooks: 1_000_000,
  /** Columns of all sprints that an import brings. */
  importedColumns: 5000,
  /** Entries of a board's journal that an import brings, the last ones; and saved estimates of one card. */
  importedEntries: 300_000,
  importedEstimates: 200,
  /** People in the fields of all cards of an import together: two of each card. */
  importedPeopleInFields: 120_000,
  /** Arrivals of one card from other boards that an imported journal tells of. */
  importedArrivals: 20,
  /** Cards of one sprint that an imported journal tells of, and cards that came from one that has ended: the first ones. */
  importedSprintCards: 5000,
  /** How long one upload may take, from its head to its last byte. */
  uploadMs: 15 * 60_000,
  /** How long a bucket may take for an object: the largest file at a megabit per second. */
  bucketMs: 4 * 60_000,
  /** How long a signed address of a file works at least. */
  fileAddressMs: 5 * 60_000,
  /** Issues and pull requests on one card. */
  cardGithubLinks: 20,
  /** Cards of one board that one issue or pull request is linked to, and pull requests that a card remembers as taken off. */
  githubLinksOfIssue: 20,
  githubUnlinked: 100,
  /** An address of an issue or a repository, as somebody pastes it. */
  githubAddress: 500,
  /** Issues that one import brings at most, and of one page. */
  githubImport: 1000,
  githubPage: 50,
  /** Imports of a board that are listed. */
  githubImports: 10,
  /** Groups of the provider on one board, characters of a group's name, and groups that one person is in. */
  boardGroups: 50,
  groupName: 300,
  personGroups: 500,
  /** Public links of one board, and cards that one shows. */
  readLinks: 20,
  publicCards: 2000,
  /** What a person's calendar shows: cards with a due date, and sprints; and for how many days what is over stays in it. */
  calendarCards: 1000,
  calendarSprints: 200,
  calendarDaysBack: 30,
  /** What GitHub tells a board about, in bytes. */
  webhookBytes: 1024 * 1024,
  slackUrl: 500,
  /** Webhooks of a board, and what waits for one of them: of more, the oldest is dropped. */
  boardWebhooks: 10,
  /** Webhooks that one person answers for, on all boards. */
  webhooksOfPerson: 100,
  webhookWaiting: 500,
  /** Deliveries of a webhook that are kept, whatever the period of the installation. */
  webhookDeliveries: 1000,
  webhookUrl: 500,
  webhookName: 60,
  comment: 2000,
  /** Estimate in points, and the hours that a task may take. */
  estimate: 1000,
  sprintName: 100,
  sprintDescription: 500,
  boardSprints: 500,
  /** Sealed estimations of a board that are open at once, and closed ones that it keeps. */
  openEstimations: 20,
  closedEstimations: 200,
  /** Cards and voters of one. The cards are as many as a room's table takes. */
  estimationCards: 100,
  estimationVoters: 100,
  /** From the first day of a sprint to its last. */
  sprintDays: 366,
  /** The years of a calendar date: a slip of the hand is told, and days can be added to any. */
  firstYear: 1900,
  lastYear: 2999,
  /** Characters of an instant in a file that somebody brings: those that are written here have 24. */
  instant: 30,
  columnName: 100,
  sprintColumns: 50,
  sprintTasks: 2000,
  /** The sprint side's limit for the text that cards call description: as much of it as is shown there. */
  taskDescription: 1000,
  tasksAtOnce: 200,
  /** Cards of a list that is copied in one call: on SQLite nobody else writes meanwhile. */
  copiedCards: 1000,
  /** Rows of what hangs on these cards: labels, participants, checklists and their items, values of fields, links and files. */
  copiedParts: 10_000,
  /** Cards that change their list in one call. */
  cardsAtOnce: 200,
  /** Characters of what brings such a change back. */
  bulkUndo: 200_000,
  /** Tasks of one person in one month that are listed. */
  ownTasks: 2000,
  /** Notifications that a person keeps, and browsers that are told. */
  notifications: 500,
  pushSubscriptions: 10,
  pushEndpoint: 1000,
  /** What changed since the last visit: of each board the last entries of its journal, boards and cards in all, entries and lines of the shown cards. */
  newsOfBoard: 1000,
  newsBoards: 100,
  newsCards: 1000,
  newsEntries: 2000,
  newsChanges: 20,
  /** Cards of a board that a person has seen one by one, and boards that are seen in one call. */
  seenCards: 200,
  seenAtOnce: 200,
  /** Boards that somebody left and is asked back to, as far as they are shown. */
  ownInvitations: 20,
  /** People that one comment mentions. */
  mentions: 20,
  /** Characters of a comment that its notification shows. */
  excerpt: 140,
  search: 100,
  /** Of a search of cards: characters, and words with operators. */
  cardSearch: 200,
  searchParts: 12,
  /** Characters around what a search found. */
  searchExcerpt: 160,
  /** Rows of one page, where a call does not say otherwise. */
  page: 50,
  pageMax: 200,
  /** Request bodies and socket messages, in bytes. */
  bodyBytes: 256 * 1024,
  /** Request bodies that one network may have under way at once on a process, in bytes, and what each counts at least. */
  unfinishedBodyBytes: 32 * 1024 * 1024,
  connectionBytes: 64 * 1024,
  socketMessageBytes: 32 * 1024,
  /** What may wait for a connection that does not read. A table of 2,000 with its chat takes a quarter of this. */
  socketBacklogBytes: 2 * 1024 * 1024,
  /** What may wait on a process for all connections of one network that do not read, and for those of all networks. */
  unreadBytes: 128 * 1024 * 1024,
  unreadBytesInAll: 256 * 1024 * 1024,
  /** Above this many participants the table is square. */
  roundTable: 6,
  /** Seats that are drawn around the table; the rest becomes '+N'. */
  drawnSeats: 24,
} as const

export const sessionTimeoutMinutes = [15, 30, 60, 120, 480] as const
export const defaultSessionTimeoutMinutes = 30

/** Of a call that a page makes by itself while nobody is at it: it does not keep the session alive. Sockets say `unattended`. */
export const unattendedHeader = 'x-unattended'
