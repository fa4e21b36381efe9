export type { AccountSummary, Accounts } from './accounts/accounts.ts';
export type { ApiKeys } from './accounts/api-keys.ts';
export type { AuditLog } from './audit/audit-log.ts';
export type { Catalogue, MenuEntry, RemoteEntry } from './catalogue.ts';
export {
  type AuditDocument,
  IP_BLACK,
  openCollections,
  ROLE_KEYS,
  type RoleKey,
  SETTINGS,
} from './collections.ts';
export { createIpBlack, type IpBlack } from './ip-black/ip-black.ts';
export {
  createServerAddresses,
  SERVER_IP_BLACK,
  type ServerAddressDocument,
  type ServerAddresses,
} from './ip-black/server-addresses.ts';
export {
  createVisitBlocks,
  VISIT_BLOCK,
  type VisitBlockDocument,
  type VisitBlocks,
} from './ip-black/visit-blocks.ts';
export {
  createJumpTemplates,
  type FollowedTemplates,
  JUMP_TEMPLATE,
  type JumpTemplateDocument,
} from './jump-templates/jump-templates.ts';
export * from './realtime/index.ts';
export { createServices } from './services.ts';
export { createInstallation } from './settings/installation.ts';
export { createPublicAddress, type PublicAddress } from './settings/public-address.ts';
export { followSiteName } from './settings/site-name.ts';
export type { RuntimeServices, ServicesOptions } from './types.ts';
