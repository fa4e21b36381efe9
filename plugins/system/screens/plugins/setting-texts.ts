import type { PluginSettingsView } from '@waypost/sdk/platform';
import { settingFields } from './parts/settings-schema.ts';

export interface SettingTexts {
  label?: string;
  help?: string;
  /** What it is counted in. */
  unit?: string;
  /** Of the options of a choice, by their codes. */
  options?: Record<string, string>;
}

/**
 * Words for a field of the settings: `<plugin>.settings.<field>`, the same with `.help`, and with `.<code>` for each
 * option of a choice; absent where the plugin has none.
 */
export function settingTexts(
  plugin: string,
  { schema, secrets }: Pick<PluginSettingsView, 'schema' | 'secrets'>,
  translate: (key: string) => string,
): Record<string, SettingTexts> {
  const known = (key: string) => {
    const found = translate(key);
    return found === key ? undefined : found;
  };
  return Object.fromEntries(
    settingFields(schema, secrets).map(({ name, options, unit: unitKey }) => {
      const key = `${plugin}.settings.${name}`;
      const [label, help] = [known(key), known(`${key}.help`)];
      const unit = unitKey === undefined ? undefined : known(unitKey);
      const said = options.flatMap((code): [string, string][] => {
        const text = known(`${key}.${code}`);
        return text === undefined ? [] : [[String(code), text]];
      });
      return [
        name,
        {
          ...(label === undefined ? {} : { label }),
          ...(help === undefined ? {} : { help }),
          ...(unit === undefined ? {} : { unit }),
          ...(said.length === 0 ? {} : { options: Object.fromEntries(said) }),
        },
      ];
    }),
  );
}
