/** The platform's own entry: what its plugin has beyond that of others. It is not packed for authors. */
export type * from '@waypost/contract/platform';
export * from './audit-desk.ts';
export type * from './database-desk.ts';
export type * from './installation.ts';
export * from './ip-block.ts';
export type * from './language-desk.ts';
export type * from './list-desk.ts';
export type * from './machines.ts';
export * from './monitoring.ts';
export type * from './operation-administration.ts';
export * from './platform-plugin.ts';
export type * from './plugin-administration.ts';
export * from './plugin-failed.ts';
export * from './ranges-around.ts';
export type * from './role-administration.ts';
export type * from './setting-change.ts';
export type * from './smtp-letter.ts';
