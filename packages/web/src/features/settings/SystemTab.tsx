import { AuditPanel } from './system/AuditPanel.tsx'
import { BackupsPanel } from './system/BackupsPanel.tsx'
import { LogsPanel } from './system/LogsPanel.tsx'
import { RetentionPanel } from './system/RetentionPanel.tsx'
import { StatusPanel } from './system/StatusPanel.tsx'
import { TokensPanel } from './system/TokensPanel.tsx'
import { UpkeepPanel } from './system/UpkeepPanel.tsx'

/** 'Sistema': the installation as administrators look after it. */
export function SystemTab() {
  return (
    <>
      <StatusPanel />
      <BackupsPanel />
      <UpkeepPanel />
      <RetentionPanel />
      <TokensPanel />
      <AuditPanel />
      <LogsPanel />
    </>
  )
}
