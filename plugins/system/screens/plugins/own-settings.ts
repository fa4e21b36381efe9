import { errors } from '@waypost/contract';
import type { PluginSettingsView } from '@waypost/sdk/platform';

/** Those settings of a plugin that one of its screens is about: their names begin with the prefix. */
export function ownSettings(view: PluginSettingsView, prefix: string): PluginSettingsView {
  const own = <T>(values: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith(prefix)));
  const { properties } = view.schema as { properties: Record<string, unknown> };
  return {
    ...view,
    schema: { ...view.schema, properties: own(properties) },
    values: own(view.values),
    defaults: own(view.defaults),
    secrets: view.secrets.filter((name) => name.startsWith(prefix)),
    set: view.set.filter((name) => name.startsWith(prefix)),
  };
}

/** A right to one screen's settings is none to the others'. Errors: `invalid_input` 422 at the first that is another's. */
export function requireOwn(change: Readonly<Record<string, unknown>>, prefix: string): void {
  const foreign = Object.keys(change).find((name) => !name.startsWith(prefix));
  if (foreign === undefined) return;
  throw errors.invalidInput.create(
    {},
    { errors: [{ path: foreign, message: 'error.issue.unrecognized_keys' }] },
  );
}
