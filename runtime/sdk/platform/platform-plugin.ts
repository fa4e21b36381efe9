import type { PluginContext } from '../context.ts';
import { definePlugin, type Migration, type PluginDefinition } from '../plugin.ts';
import type { AuditDesk } from './audit-desk.ts';
import type { DatabaseDesk } from './database-desk.ts';
import type { Installation } from './installation.ts';
import type { LanguageDesk } from './language-desk.ts';
import type { ListDesk } from './list-desk.ts';
import type { OperationAdministration } from './operation-administration.ts';
import type { PluginAdministration } from './plugin-administration.ts';
import type { RoleAdministration } from './role-administration.ts';

/** The context of the platform's own plugin: it has the capability `platform`. */
export interface PlatformContext extends PluginContext {
  /** What administrators do to plugins. */
  readonly plugins: PluginAdministration;
  /** The operations of every plugin, for the screen that shows them. */
  readonly operationDesk: OperationAdministration;
  /** The lists of every plugin, for work that goes over all of their rows. */
  readonly listDesk: ListDesk;
  /** The audit log of every plugin, for the screens that show it. */
  readonly auditDesk: AuditDesk;
  /** The words of this installation, in every language. */
  readonly languages: LanguageDesk;
  /** What the database does now, and what took long there. */
  readonly databaseDesk: DatabaseDesk;
  /** Roles and the tree of rights that they are made of. */
  readonly roles: RoleAdministration;
  /** How the operator has set this installation up. */
  readonly installation: Installation;
}

/**
 * `definePlugin` for the platform's own plugin.
 * @throws TypeError when migrations are not numbered 1, 2, 3 …
 */
export function definePlatformPlugin(definition: {
  id: string;
  migrations?: readonly Migration[];
  setup(context: PlatformContext): Promise<void> | void;
}): PluginDefinition {
  return definePlugin(definition);
}
