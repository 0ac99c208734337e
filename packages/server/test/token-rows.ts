import { type TokenReach, type TokenRights, tokenScope } from '@rodada/contract/core/token-reach'

/**
 * What personal tokens reach, decided here a second time and call by call, so that a new call is open to none by accident. A call that
 * is in none of the lists fails the matrices.
 */
const lists: Record<TokenReach, string> = {
  never: `
    account.changePassword account.endOtherSessions account.endSession account.sessions account.settings account.updateSettings
    accountExport.download admin.dashboard admin.reportBug admin.resetTwoFactor admin.tasks admin.updateUser admin.users adminTokens.list adminTokens.revoke
    audit.export audit.list auth.login auth.logout auth.register auth.updateProfile avatar.remove avatar.upload boards.addMember
    calendar.create calendar.get calendar.read calendar.remove
    emailConfirmation.complete emailConfirmation.send github.authUrl github.createWebhook github.disconnect github.removeWebhook
    github.startImport github.status github.webhook invitations.accept invitations.acceptOwn invitations.declineOwn invitations.make
    invitations.open maintenance.backups maintenance.clearCache maintenance.deleteBackup maintenance.downloadBackup
    maintenance.exportLogs maintenance.logs maintenance.operate maintenance.operations maintenance.status
    maintenance.updateBackupSettings notifications.delivery notifications.endMail notifications.endMailByOneClick
    notifications.muteMail notifications.subscribe notifications.test notifications.unsubscribe passwordReset.complete
    groups.list groups.remove groups.set oidc.link oidc.prove oidc.session oidc.status oidc.unlink
    readLinks.create readLinks.list readLinks.read readLinks.remove
    passwordReset.request retention.get retention.update signUp.ask signUp.change signUp.invitations signUp.invite signUp.open
    signUp.withdraw slack.get slack.remove slack.save slack.test tokens.create tokens.list tokens.revoke twoFactor.confirm
    twoFactor.disable twoFactor.enrol twoFactor.login twoFactor.renewCodes twoFactor.status webhooks.again
    webhooks.changeSecret webhooks.create webhooks.deliveries webhooks.list webhooks.remove webhooks.test webhooks.update`,
  account: `
    auth.profile boards.copies boards.copy boards.create dashboard.stats estimations.room github.link github.takeOver imports.cancel imports.create
    imports.get imports.list imports.run imports.undo invitations.own people.find record.delete
    record.export record.history record.rooms references.ownVotes roomTasks.list rooms.active rooms.invitation`,
  board: `
    attachments.add attachments.list attachments.remove attachments.rename boardExport.csv boardExport.json boardFields.add
    boardFields.get boardFields.remove boardFields.update boardFields.values boards.activity boards.addLabel boards.addList
    boards.archive boards.archiveList boards.changes boards.copyList boards.counts boards.get boards.list boards.lists boards.moveList
    boards.ofUser boards.remove boards.removeLabel boards.removeList boards.removeMember boards.restore boards.restoreList
    boards.update boards.updateLabel boards.updateList boards.updateMember bulk.change bulk.undo cardTemplates.add cardTemplates.get
    cardTemplates.list cardTemplates.remove cardTemplates.update cardTemplates.use cards.activity cards.addLabel cards.archive
    cards.assign cards.byKey cards.copy cards.filter cards.get cards.mine cards.move cards.remove cards.removeLabel cards.restore
    cards.search cards.update checklists.add checklists.addItem checklists.list checklists.remove checklists.removeItem
    checklists.update checklists.updateItem comments.add comments.list comments.remove comments.update deckPoints.change
    estimations.close estimations.create estimations.get estimations.list estimations.vote files.addresses files.get files.list
    files.preview files.remove files.restore files.upload github.cancelImport github.imports github.links
    github.unlink invitations.ofBoard invitations.revoke labelNames.find listCards.assign listCards.create listCards.gather
    listCards.get listCards.list listCards.move listCards.remove listCards.update news.list news.ofBoard news.see
    notifications.change notifications.counts notifications.list notifications.read notifications.readAll notifications.unread
    participants.add participants.remove recurrence.remove recurrence.set references.ofCard relations.add relations.parents
    relations.remove roomTasks.estimates savedFilters.add savedFilters.list savedFilters.remove savedFilters.update
    sprintClosing.close sprintClosing.reopen sprintColumns.create sprintColumns.list sprintColumns.remove sprintColumns.update
    sprintReports.burndown sprintReports.myTasks sprintReports.planning sprintReports.report sprintReports.velocity
    sprintTasks.backlog sprintTasks.board sprintTasks.changeMany sprintTasks.changes sprintTasks.create sprintTasks.list
    sprintTasks.rankBacklog sprintTasks.remove sprintTasks.update sprints.create sprints.get sprints.list sprints.ofBoard
    sprints.remove sprints.schedule sprints.summary sprints.update system.health system.info system.live watching.leaveBoard
    watching.leaveCard watching.watchBoard watching.watchCard`,
}

/** The list that each call is in. */
export const tokenRows: ReadonlyMap<string, TokenReach> = new Map(
  Object.entries(lists).flatMap(([reach, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, reach as TokenReach] as const),
  ),
)

/** Whether a token is let to a call at all: 403 otherwise, whatever its owner may. */
export function isLetTo(name: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', { scope, boardIds }: TokenRights): boolean {
  const reach = tokenRows.get(name) ?? 'never'
  if (tokenScope({ method }) === 'write' && scope === 'read') return false
  return reach === 'board' || (reach === 'account' && boardIds === null)
}
