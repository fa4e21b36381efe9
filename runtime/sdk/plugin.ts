import type { PluginContext } from './context.ts';

export interface Migration {
  number: number;
  name: string;
  /**
   * Too much for one transaction (60 s, or what memory holds): it runs by itself. When it fails half-way, the
   * collections are put back as they were before; it must be idempotent, as it runs again after a crash in the middle.
   */
  isLarge?: boolean;
  /**
   * Runs before anything of the release is visible. Unless it is large, every model call inside belongs to one
   * transaction with the other new migrations: all of them happen, or none. Effects outside of the store must be idempotent.
   */
  up(context: PluginContext): Promise<void>;
}

export interface PluginDefinition {
  readonly id: string;
  readonly migrations: readonly Migration[];
  /** Registers everything through the context; runs once per activation. */
  setup(context: PluginContext): Promise<void> | void;
}

/**
 * A plugin's server entry: `export const plugin = definePlugin({ id, setup })`.
 * @throws TypeError when migrations are not numbered 1, 2, 3 …
 */
export function definePlugin(definition: {
  id: string;
  migrations?: readonly Migration[];
  setup: PluginDefinition['setup'];
}): PluginDefinition {
  const migrations = definition.migrations ?? [];
  migrations.forEach((migration, index) => {
    if (migration.number !== index + 1)
      throw new TypeError(`${definition.id}: migration ${migration.number} stands at place ${index + 1}`);
  });
  return { id: definition.id, migrations, setup: definition.setup };
}
