export { aggregatorName } from './aggregator/aggregator-name.ts';
export { type Replay, replayJournals } from './aggregator/replay.ts';
export { escapeHtml, hashSource } from './answers/document.ts';
export {
  createPageLanguages,
  type PageLanguages,
  type PageOptions,
  VISIT_WORD_SOURCE,
  VISIT_WORDS,
} from './answers/page-languages.ts';
export { createRefusalPages, type RefusalPages } from './answers/refusal-page.ts';
export type { PageSite } from './answers/site-head.ts';
export { fillAddressLinks } from './marks/address-links.ts';
export { moveAddresses } from './marks/move-addresses.ts';
export type { BlockedVisitors } from './path/blocked-visitors.ts';
export type { JumpTemplates } from './path/lead-on.ts';
export type { LinkPasswords, PasswordVerdict } from './path/link-passwords.ts';
export {
  createVisitPath,
  type VisitPath,
  type VisitPathOptions,
  type VisitPlace,
  type VisitReadiness,
} from './path/visit-path.ts';
export {
  type OwnAccount,
  readAccounts,
  type StandingDifference,
  standingDifferences,
  type VisitAccounts,
} from './statistics/accounts.ts';
export { readDifferingHours } from './statistics/hour-accounts.ts';
export type { VisitLag } from './statistics/lag.ts';
export { readLinkPlugins, removeLinksOf } from './statistics/link-plugins.ts';
export { readUncountedVisits, type UncountedVisits } from './statistics/uncounted-visits.ts';
export {
  createVisitAccess,
  type VisitAccessOptions,
  type VisitStatistics,
} from './statistics/visit-access.ts';
export { UNACCOUNTED_VISITS } from './store/collections.ts';
export { ensureVisitCollections } from './store/ensure-collections.ts';
export { createOwnChanges } from './store/own-changes.ts';
export type { VisitSurroundings } from './trying/surroundings.ts';
