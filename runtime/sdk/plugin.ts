import type { PluginContext } from './context.ts';

export interface Migration {
  number: number;
  name: string;
  /** Must be idempotent: it runs again after a crash in the middle. */
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
