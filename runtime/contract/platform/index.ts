/**
 * What the shell, the command line and the plugin `system` share with the runtime: calls and values of the platform
 * itself. Other plugins do not see it.
 */
export * from './backup-facts.ts';
export * from './list-views.ts';
export * from './menu.ts';
export * from './messages.ts';
export * from './monitor.ts';
export * from './palette.ts';
export type { PlatformCall, PlatformCalls } from './platform-calls.ts';
export * from './plugin-changes.ts';
export * from './plugin-facts.ts';
export * from './plugin-health.ts';
export * from './session.ts';
export * from './site.ts';
export * from './start-answers.ts';
