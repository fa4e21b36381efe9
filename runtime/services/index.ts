export type { AccountSummary, Accounts } from './accounts/accounts.ts';
export type { ApiKeys } from './accounts/api-keys.ts';
export type { AuditLog } from './audit/audit-log.ts';
export type { Catalogue, MenuEntry, RemoteEntry } from './catalogue.ts';
export { type AuditDocument, ROLE_KEYS, type RoleKey } from './collections.ts';
export * from './realtime/index.ts';
export { createServices } from './services.ts';
export type { RuntimeServices, ServicesOptions } from './types.ts';
